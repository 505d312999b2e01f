import { isDeepStrictEqual } from "node:util";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { PORTAL_CHAIN } from "#domain/evidence/evidence-event.ts";
import type { OwnerConnection } from "#server/db/database.ts";
import { APP_ROLE, roleName, SCOPE_ROLES, type ScopeRole } from "#server/db/roles.ts";
import { inScope, readInScope } from "#server/rls/in-scope.ts";
import { SIGN_IN_TABLES } from "#server/rls/row-rules.ts";
import { COMPANY_LIMIT, type Scope } from "#server/rls/scope.ts";
import { documentDecisions, documentSnapshots } from "#server/schema/document-versions.ts";
import { ROW_RULES } from "#server/start/nouns.ts";
import { createTestApp, type TestApp } from "#tests/support/make-app.ts";
import { makeOwnRecords } from "#tests/support/records.ts";
import {
  attempt,
  beyondOwn,
  changedBy,
  countOf,
  inUndone,
  isAlike,
  loosened,
  onlyLocked,
  type Policy,
  type Probe,
  probe,
  probesOf,
  type Row,
  rulesOf,
  seenIn,
} from "#tests/support/rls-probe.ts";
import { makeRlsWorld, NEVER_CHANGED, type RlsWorld } from "#tests/support/rls-world.ts";
import { sampled } from "#tests/support/suite-cases.ts";

const TABLES = Object.keys(ROW_RULES);
/** Rows of these tables have no owner: every caller may add one. */
const ADDED_BY_ALL = ["mails", "signed_versions", "signing_codes", "signature_confirmations"];
let app: TestApp;
let world: RlsWorld;
let scopes: Record<ScopeRole, Scope>;
/** Every row by table. */
let rows: Record<string, Row[]>;

beforeAll(async () => {
  app = await createTestApp();
  await makeOwnRecords(app);
  world = await makeRlsWorld(app.db);
  const { userProfileId } = world.person;
  const { organizationId } = world.own;
  scopes = {
    visitor: { role: "visitor" },
    person: { role: "person", userProfileId },
    member: { role: "member", userProfileId, organizationId },
    writer: { role: "writer", userProfileId, organizationId },
    admin: { role: "admin", userProfileId: world.admin.userProfileId },
    worker: { role: "worker" },
    portal: { role: "portal" },
  };
  rows = await asOwner(async (owner) => {
    const found: typeof rows = {};
    for (const table of TABLES) {
      found[table] = (await owner.query<Row>(`select * from ${table}`)).rows;
      expect(found[table], `${table} has no rows to show anything with`).not.toEqual([]);
    }
    return found;
  });
});
afterAll(() => app.close());

function asOwner<Result>(work: (owner: OwnerConnection) => Promise<Result>): Promise<Result> {
  return app.deps.database.asOwner((owner) => inUndone(owner, () => work(owner)));
}

const idsOf = (table: string, column: string, isWanted: (row: Row) => boolean) =>
  new Set((rows[table] ?? []).filter(isWanted).map((row) => row[column]));

type IsSeen = (row: Row) => boolean;
const nothing: IsSeen = () => false;
const everything: IsSeen = () => true;

/** By default a writer sees the same rows as a member. */
type Expected = { member: IsSeen; writer?: IsSeen; person: IsSeen; visitor: IsSeen };

/**
 * The rows that each scope of clients should see in each table, written independently of the policies: nothing of a
 * table that is missing here.
 */
function expected(): Record<string, Expected> {
  const { own, second, person, shared } = world;
  const isOwn: IsSeen = (row) => row.organization_id === own.organizationId;
  const isOfPerson: IsSeen = (row) => isOwn(row) || row.organization_id === second.organizationId;
  const isPersons: IsSeen = (row) => row.user_profile_id === person.userProfileId;
  const isPortalChain: IsSeen = (row) => row.chain === PORTAL_CHAIN;
  const isOwnChain: IsSeen = (row) => row.chain === own.organizationId;
  const isChainOfPerson: IsSeen = (row) =>
    isPortalChain(row) || isOwnChain(row) || row.chain === second.organizationId;
  const isSharedSubject: IsSeen = (row) => shared.includes(String(row.subject_id));
  const isShared: IsSeen = (row) => shared.includes(String(row.unique_document_id));
  const ofOwnDocument: IsSeen = (row) =>
    idsOf("unique_documents", "unique_document_id", isOwn).has(row.unique_document_id);
  const among =
    (people: IsSeen): IsSeen =>
    (row) =>
      idsOf("organization_permissions", "user_id", people).has(row.user_profile_id);
  const lineOf =
    (orders: IsSeen): IsSeen =>
    (row) =>
      idsOf("work_orders", "work_order_id", orders).has(row.work_order_id);
  /** Only the company sees what it has not sent or shown yet. */
  const shown =
    (orders: IsSeen): IsSeen =>
    (row) =>
      row.shown_at instanceof Date && orders(row);
  /** Only the company sees an invoice that has not been issued. */
  const issued =
    (owned: IsSeen): IsSeen =>
    (row) =>
      row.issued_at instanceof Date && owned(row);
  const imageOf =
    (owned: IsSeen): IsSeen =>
    (row) =>
      idsOf("images", "image_id", owned).has(row.image_id);
  const isShownCount: IsSeen = (row) => isOwn(row) && /^shown /.test(String(row.list));
  const isNobodys: IsSeen = (row) => row.organization_id === null;
  const isOwnOrUnassigned: IsSeen = (row) => isOwn(row) || isNobodys(row);
  const isPast: IsSeen = ({ expires_at: end }) => end instanceof Date && end < new Date();
  return {
    organizations: { member: isOwn, person: isOfPerson, visitor: nothing },
    user_profiles: {
      member: among(isOwn),
      // The company's people are mailed about a writer's decision.
      writer: (row) => among(isOwn)(row) || row.admin_role !== null,
      person: among(isOfPerson),
      visitor: nothing,
    },
    organization_permissions: { member: isOwn, person: isOfPerson, visitor: nothing },
    access_records: { member: isOwn, person: isOfPerson, visitor: nothing },
    organization_permission_requests: { member: isOwn, person: isOfPerson, visitor: nothing },
    notifications: { member: nothing, person: isPersons, visitor: nothing },
    invoices: { member: issued(isOwn), person: nothing, visitor: nothing },
    invoice_lines: {
      member: (row) => idsOf("invoices", "invoice_id", issued(isOwn)).has(row.invoice_id),
      person: nothing,
      visitor: nothing,
    },
    invoice_payments: {
      member: (row) => idsOf("invoices", "invoice_id", issued(isOwn)).has(row.invoice_id),
      person: nothing,
      visitor: nothing,
    },
    products: { member: everything, person: nothing, visitor: everything },
    unique_documents: { member: shown(isOwn), person: nothing, visitor: shown(isShared) },
    document_decisions: { member: ofOwnDocument, person: nothing, visitor: isShared },
    document_versions: { member: isOwn, person: nothing, visitor: isShared },
    document_parts: {
      member: (row) =>
        idsOf("unique_documents", "unique_document_id", (document) => document.status !== "DRAFT").has(
          row.unique_document_id,
        ) && isOwn(row),
      person: nothing,
      visitor: nothing,
    },
    document_snapshots: { member: ofOwnDocument, person: nothing, visitor: nothing },
    evidence_events: { member: isOwnChain, person: isChainOfPerson, visitor: isSharedSubject },
    evidence_heads: { member: isOwnChain, person: isChainOfPerson, visitor: isPortalChain },
    document_openings: {
      member: (row) => isOwn(row) && isPersons(row),
      person: nothing,
      visitor: nothing,
    },
    // Seen only with the key of a link, which another test shows.
    document_recipients: { member: nothing, person: nothing, visitor: nothing },
    document_sharings: { member: nothing, person: nothing, visitor: isShared },
    work_orders: { member: shown(isOwn), person: nothing, visitor: shown(isShared) },
    work_order_products: {
      member: lineOf(shown(isOwn)),
      person: nothing,
      visitor: lineOf(shown(isShared)),
    },
    general_documents: { member: everything, person: everything, visitor: everything },
    general_document_versions: { member: everything, person: everything, visitor: everything },
    signed_versions: { member: nothing, person: everything, visitor: everything },
    signed_general_documents: { member: isOwn, person: isPersons, visitor: nothing },
    signature_confirmations: { member: nothing, person: nothing, visitor: isPast },
    signing_codes: { member: nothing, person: nothing, visitor: everything },
    images: { member: isOwnOrUnassigned, person: isNobodys, visitor: isNobodys },
    image_files: {
      member: imageOf(isOwnOrUnassigned),
      person: imageOf(isNobodys),
      visitor: imageOf(isNobodys),
    },
    idempotency_keys: {
      member: (row) => row.caller === `person ${person.userProfileId} for ${own.organizationId}`,
      person: (row) => row.caller === `person ${person.userProfileId}`,
      visitor: (row) => String(row.caller).startsWith("network "),
    },
    settings: { member: everything, person: nothing, visitor: everything },
    list_counts: { member: isShownCount, person: nothing, visitor: nothing },
  };
}

const textOf = (found: readonly Row[]) => found.map((row) => JSON.stringify(row)).sort();
const orNothing = (seen: string[] | "refused") => (seen === "refused" ? [] : seen);

test("TRUST-4 every table has row-level security, or is one of sign-in or of the queue, which no caller can reach", async () => {
  const { rows: tables } = await app.deps.database.pool.query<{ name: string; is_guarded: boolean }>(
    `select relname as name, relrowsecurity
       and exists (select from pg_policy where polrelid = pg_class.oid) as is_guarded
     from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm', 'f')`,
  );
  const isBehind = new Map(tables.map((table) => [table.name, table.is_guarded]));
  expect([...isBehind.keys()].sort()).toEqual([...TABLES, ...SIGN_IN_TABLES].sort());
  expect(TABLES.filter((table) => !isBehind.get(table))).toEqual([]);

  const callers = SCOPE_ROLES.filter((role) => role !== "portal").map(roleName);
  const { rows: reached } = await app.deps.database.pool.query(
    `select role, oid::regclass from pg_class, unnest($1::text[]) as role
     where (relnamespace = 'public'::regnamespace and relname = any($2)
       and (has_any_column_privilege(role, oid, 'select, insert, update') or has_table_privilege(role, oid, 'delete')))
       or (relnamespace = 'pgboss'::regnamespace and relkind = 'r'
         and (has_any_column_privilege(role, oid, 'update') or has_table_privilege(role, oid, 'delete')))
       or (oid = 'pgboss.job'::regclass and has_column_privilege(role, oid, 'data', 'select'))`,
    [callers, SIGN_IN_TABLES],
  );
  expect(reached).toEqual([]);
});

test.each(["visitor", "person", "member", "writer"] as const)(
  "TRUST-4 queried without a condition, each table returns only their own rows to a %s",
  async (role) => {
    const seen = await asOwner(async (owner) => {
      const found: Record<string, string[]> = {};
      for (const table of TABLES) found[table] = orNothing(await seenIn(owner, scopes[role], table));
      return found;
    });
    const wanted = expected();
    for (const table of TABLES) {
      const { [role]: ofRole, member } = wanted[table] ?? { member: nothing };
      expect(seen[table], table).toEqual(textOf((rows[table] ?? []).filter(ofRole ?? member)));
    }
    expect(TABLES).toEqual(expect.arrayContaining(Object.keys(wanted)));
  },
);

test("CONNECT-1 TRUST-4 a person whom an issuer signed in sees no organization of another side", async () => {
  const { person, own, second } = world;
  const { userProfileId } = person;
  const sides = [
    { limitedTo: own.organizationId, elsewhere: [second.organizationId] },
    { limitedTo: COMPANY_LIMIT, elsewhere: [own.organizationId, second.organizationId] },
  ];
  await asOwner(async (owner) => {
    for (const { limitedTo, elsewhere } of sides) {
      const isElsewhere = (text: string) => {
        const row = JSON.parse(text) as Row;
        return elsewhere.some((id) => id === row.organization_id || id === row.chain);
      };
      const limited: string[] = [];
      for (const table of TABLES) {
        const seen = orNothing(await seenIn(owner, { role: "person", userProfileId, limitedTo }, table));
        expect(seen.filter(isElsewhere), `${table} for ${limitedTo}`).toEqual([]);
        if (orNothing(await seenIn(owner, scopes.person, table)).some(isElsewhere)) limited.push(table);
      }
      expect(limited).toEqual(expect.arrayContaining(["organizations", "organization_permissions"]));
    }
  });
});

test("TRUST-4 the company and the portal see every organization; without a scope nothing is visible", async () => {
  await asOwner(async (owner) => {
    for (const table of TABLES) {
      for (const role of ["admin", "worker", "portal"] as const) {
        expect(orNothing(await seenIn(owner, scopes[role], table)), `${role} ${table}`).toEqual(
          textOf(rows[table] ?? []),
        );
      }
      expect(await seenIn(owner, null, table), table).toBe("refused");
    }
  });
});

test("TRUST-4 a visitor sees the one file, signature or token that their key opens", async () => {
  const seenWith = (key: string, table: string) =>
    asOwner((owner) => attempt(owner, { role: "visitor", key }, `select * from ${table}`));
  expect(await seenWith(world.fileId, "files")).toMatchObject({ rows: [{ file_id: world.fileId }] });
  const { signedGeneralDocumentId } = world;
  const signed = await seenWith(world.tokenHash, "signed_general_documents");
  expect(signed).toMatchObject({ count: 1, rows: [{ signed_general_document_id: signedGeneralDocumentId }] });
  expect(await seenWith("another", "files")).toMatchObject({ count: 0 });
});

test.each(["visitor", "person", "member", "writer"] as const)(
  "TRUST-4 a %s changes, removes and adds no row that is not theirs",
  async (role) => {
    await asOwner(async (owner) => {
      for (const table of TABLES) {
        expect(
          excessOf(role, table, await probe(owner, scopes[role], table, rows[table] ?? [])),
          table,
        ).toEqual([]);
      }
    });
  },
);

/** What a scope does in a table beyond its own rows. */
function excessOf(role: ScopeRole, table: string, found: Probe): string[] {
  const foreign = ADDED_BY_ALL.includes(table) ? [] : (rows[table] ?? []).filter((row) => !isOwnToAdd(row));
  return beyondOwn(found, textOf(foreign), onlyLocked(table, role));
}

/** Rows that name the person or their organizations, and parts of records of their documents. */
function isOwnToAdd(row: Row): boolean {
  const { own, second, person } = world;
  const organizations: unknown[] = [own.organizationId, second.organizationId];
  if ("unique_document_id" in row && !("organization_id" in row)) {
    const isOwn: IsSeen = (document) => document.organization_id === own.organizationId;
    return idsOf("unique_documents", "unique_document_id", isOwn).has(row.unique_document_id);
  }
  if ("chain" in row) return [PORTAL_CHAIN, ...organizations].includes(row.chain);
  if ("caller" in row) return !String(row.caller).includes(world.stranger.userProfileId);
  if (row.organization_id) return organizations.includes(row.organization_id);
  return row.user_profile_id === person.userProfileId || !row.user_profile_id;
}

test.each([
  ["decision", documentDecisions],
  ["PDF", documentSnapshots],
])("TRUST-4 no %s of a document ever names another organization than its document", async (_part, table) => {
  const { organizationId } = world.foreign;
  const { organizationId: own } = world.own;
  await expect(
    app.db.update(table).set({ organizationId }).where(eq(table.organizationId, own)),
  ).rejects.toMatchObject({ cause: { code: "42501" } });
});

test("TRUST-4 no scope reads how people sign in, alters a table, or changes what was recorded", async () => {
  await asOwner(async (owner) => {
    for (const role of SCOPE_ROLES) {
      const refused = (statement: string) =>
        attempt(owner, scopes[role], statement).then((outcome) =>
          expect(outcome, `${role}: ${statement}`).toBe("refused"),
        );
      if (role !== "portal") for (const table of SIGN_IN_TABLES) await refused(`select from "${table}"`);
      await refused("alter table invoices disable row level security");
      await refused('drop policy "admin portal all" on invoices');
      await refused("create table mine (word text)");
      for (const [table, change] of Object.entries(NEVER_CHANGED)) {
        await refused(`update ${table} set ${change}`);
        if (table !== "audit_events") await refused(`delete from ${table}`);
      }
      // The portal clears what is old, and never evidence.
      if (role !== "portal") await refused("delete from audit_events");
      const evidence = "delete from audit_events where action in ('document.approve', 'agreement.sign')";
      expect(["refused", 0]).toContain(countOf(await attempt(owner, scopes[role], evidence)));
      await refused("truncate audit_events");
      // The clean-up of old links removes no valid one; the company's people may.
      const valid = "delete from signature_confirmations where not (expires_at < now())";
      if (role === "worker") expect(countOf(await attempt(owner, scopes[role], valid))).toBe(0);
      await refused("alter table audit_events disable trigger all");
    }
  });
});

test("TRUST-4 a test fails for each policy that is dropped or loses its condition", async () => {
  await asOwner(async (owner) => {
    const { rows: policies } = await owner.query<Policy>(
      `select policyname as name, tablename as table, roles::text[], cmd as command, coalesce(with_check, qual) as rows
       from pg_policies where schemaname = 'public' order by 2, 1`,
    );
    const unmissed: string[] = [];
    const probed = new Map<string, Probe[]>();
    for (const policy of sampled(policies)) {
      const { name, table, roles } = policy;
      const probeAll = (role: ScopeRole) => probesOf(owner, variantsOf(role), table, rows[table] ?? []);
      for (const role of SCOPE_ROLES.filter((one) => roles.includes(roleName(one)))) {
        const before = probed.get(`${table} ${role}`) ?? (await probeAll(role));
        probed.set(`${table} ${role}`, before);
        const gone = await changedBy(owner, `drop policy "${name}" on ${table}`, () => probeAll(role));
        if (isDeepStrictEqual(before, gone)) unmissed.push(`${table}: ${name}, by ${role}`);
        if (policy.rows === "true") continue;
        const open = await changedBy(owner, loosened(policy), () => probeAll(role));
        const isSame =
          isAlike(before, open, role) && !open.some((found) => excessOf(role, table, found).length);
        if (isSame) unmissed.push(`${table}: the condition of ${name}, by ${role}`);
      }
    }
    expect(unmissed).toEqual([]);
  });
});

/** Some policies open nothing to a visitor without a key. */
function variantsOf(role: ScopeRole): Scope[] {
  const keys = role === "visitor" ? [world.fileId, world.tokenHash] : [];
  return [scopes[role], ...keys.map((key) => ({ role, key }) as Scope)];
}

test("TRUST-4 a table whose policies are switched off is noticed", async () => {
  const hasPerson = (table: string) => rulesOf(table).some((rule) => rule.rows !== "true");
  const all = [scopes.visitor, scopes.person, scopes.writer, scopes.worker];
  await asOwner(async (owner) => {
    for (const table of sampled(TABLES.filter(hasPerson))) {
      const probeAll = () => probesOf(owner, all, table, rows[table] ?? []);
      const off = await changedBy(owner, `alter table ${table} disable row level security`, probeAll);
      expect(off, table).not.toEqual(await probeAll());
    }
  });
});

test("TRUST-4 a scope ends with its transaction, and a transaction that reads changes nothing", async () => {
  const { database } = app.deps;
  const nowhere = await readInScope(database, scopes.writer, async () => undefined).then(() =>
    database.pool.query(
      "select current_user::text as user, concat(current_setting('app.organization_id', true), current_setting('app.key', true)) as left_over",
    ),
  );
  expect(nowhere.rows).toEqual([{ user: APP_ROLE, left_over: "" }]);
  await expect(inScope(database, scopes.portal, (tx) => tx.execute("select broken"))).rejects.toThrow(
    "Failed query",
  );
  await expect(database.pool.query("select from organizations")).rejects.toThrow("permission denied");
  await expect(
    readInScope(database, scopes.portal, (tx) => tx.execute("delete from mails")),
  ).rejects.toMatchObject({ cause: { code: "25006" } });
});
