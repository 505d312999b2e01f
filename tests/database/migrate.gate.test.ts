import { readdirSync } from "node:fs";
import { rm } from "node:fs/promises";
import { desc, eq } from "drizzle-orm";
import { Client } from "pg";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from "vitest";
import { DocumentWork } from "#domain/work-orders/document-work.ts";
import type { Database } from "#server/db/database.ts";
import { APP_ROLE, roleName, SCOPE_ROLES } from "#server/db/roles.ts";
import { findCurrentWork } from "#server/documents/find-work.ts";
import { migrateDatabase } from "#server/installation/migrate.ts";
import { openDatabase } from "#server/installation/open-database.ts";
import { readInScope } from "#server/rls/in-scope.ts";
import { scopedDb } from "#server/rls/scoped-db.ts";
import { documentDecisions, documentSnapshots, documentVersions } from "#server/schema/document-versions.ts";
import { uniqueDocuments } from "#server/schema/documents.ts";
import { organizations } from "#server/schema/organizations.ts";
import { workOrders } from "#server/schema/work-orders.ts";
import { RLS, ROW_RULES } from "#server/start/nouns.ts";
import { StartError } from "#server/start-error.ts";
import { makeEmptyDatabase } from "#tests/support/backups.ts";
import { copyDatabase } from "#tests/support/copied-database.ts";
import { makeMigrations, openEarlier } from "#tests/support/earlier-database.ts";
import { makeOrganization } from "#tests/support/factories.ts";
import { buildProgram, makeProgramFolder, runUntilKilled } from "#tests/support/killed-program.ts";
import { createTestApp } from "#tests/support/make-app.ts";
import { type PostgresServer, startPostgresServer } from "#tests/support/postgres-server.ts";
import { casesFor } from "#tests/support/suite-cases.ts";

const OUR_ROLES = [APP_ROLE, ...SCOPE_ROLES.map(roleName)];
const log = pino({ level: "silent" });

/** The tables, and all rights and policies on them. */
async function readSchema(database: Database): Promise<unknown[]> {
  return database.asOwner(async (owner) => {
    const { rows } = await owner.query<{ line: string }>(`
      select concat_ws(' ', relname, relrowsecurity, relacl) as line from pg_class
        where relnamespace = 'public'::regnamespace and relkind = 'r'
      union all select pg_policies::text from pg_policies where schemaname = 'public' order by 1`);
    return rows.map(({ line }) => line);
  });
}

/** Also columns, constraints and indexes. */
async function readCatalogue(database: Database): Promise<unknown[]> {
  const parts = await database.asOwner(async (owner) => {
    const { rows } = await owner.query<{ line: string }>(`
      select concat_ws(' ', attrelid::regclass, attname, format_type(atttypid, atttypmod), attnotnull,
        pg_get_expr(adbin, adrelid)) as line
        from pg_attribute join pg_class on pg_class.oid = attrelid left join pg_attrdef on adrelid = attrelid and adnum = attnum
        where relnamespace = 'public'::regnamespace and relkind = 'r' and attnum > 0 and not attisdropped
      union all select concat_ws(' ', conrelid::regclass, conname, pg_get_constraintdef(oid)) from pg_constraint
        where connamespace = 'public'::regnamespace
      union all select pg_get_indexdef(indexrelid) from pg_index join pg_class on pg_class.oid = indrelid
        where relnamespace = 'public'::regnamespace
      order by 1`);
    return rows.map(({ line }) => line);
  });
  return [...parts, ...(await readSchema(database))];
}

/** Of the database that the run has migrated from nothing. */
async function readFreshCatalogue(): Promise<unknown[]> {
  const template = inject("databaseTemplate");
  if (template.kind !== "server") throw new Error("Only the server has a template.");
  const copied = await copyDatabase(template.adminUrl, template.template);
  const database = await openDatabase({ databaseUrl: copied.url, dataDir: "" }, log);
  try {
    return await readCatalogue(database);
  } finally {
    await database.close();
    await copied.drop();
  }
}

/** Only the owner has a right to it. */
const NOBODYS = expect.stringMatching(/^one_more f \{postgres=\w+\/postgres\}$/) as unknown;
const ONE_MORE = [
  "create table one_more (word text);",
  "select 'halfway';",
  "insert into one_more values ('done');",
];

test("a migration that fails leaves the database as it was, and the next start finishes it", async () => {
  const app = await createTestApp();
  onTestFinished(() => app.close());
  const { database } = app.deps;
  const before = await readSchema(database);
  const broken = await makeMigrations([...ONE_MORE, "alter table invoices drop column no_such_column;"]);
  await expect(migrateDatabase(database, RLS, broken)).rejects.toThrow("no_such_column");
  expect(await readSchema(database)).toEqual(before);

  await migrateDatabase(database, RLS, await makeMigrations(ONE_MORE));
  const after = await readSchema(database);
  expect(after.filter((line) => !before.includes(line))).toEqual([NOBODYS]);
  await expect(database.pool.query("select from one_more")).rejects.toThrow("permission denied");
});

describe("a start that is killed", () => {
  let folder: string;
  let program: string;
  beforeAll(async () => {
    folder = await makeProgramFolder();
    program = await buildProgram("killed-migration", folder);
  });
  afterAll(() => rm(folder, { recursive: true }));

  const points = ["halfway", "drop policy", "enable row level security"];
  const isEmbedded = inject("databaseTemplate").kind === "embedded";
  test.each(casesFor(isEmbedded ? ["drop policy"] : ["halfway", "enable row level security"], points))(
    "after %s leaves all of its migrations or none, and the next start finishes them",
    async (killAt) => {
      const app = await createTestApp();
      const before = await readSchema(app.deps.database);
      await app.stop();
      onTestFinished(() => app.close());
      const migrations = await makeMigrations(ONE_MORE);
      await runUntilKilled(program, { ...app.variables, MIGRATIONS: migrations }, killAt);

      const { DATABASE_URL: databaseUrl, DATA_DIR: dataDir = "" } = app.variables;
      const database = await openDatabase({ databaseUrl, dataDir }, log);
      onTestFinished(() => database.close());
      expect(await readSchema(database)).toEqual(before);
      await migrateDatabase(database, RLS, migrations);
      expect((await readSchema(database)).filter((line) => !before.includes(line))).toEqual([NOBODYS]);
    },
  );
});

if (inject("databaseTemplate").kind === "server") {
  test("a dropped policy is created again at the next start", async () => {
    const app = await createTestApp();
    onTestFinished(() => app.close());
    const before = await readSchema(app.deps.database);
    await app.alterTables('drop policy "member writer select" on invoices');
    await app.alterTables("alter table work_orders disable row level security");
    await app.alterTables("grant select on mails to counterpart_member");
    expect(await readSchema(app.deps.database)).not.toEqual(before);
    await migrateDatabase(app.deps.database, RLS);
    expect(await readSchema(app.deps.database)).toEqual(before);
  });

  describe("the database of an earlier version", () => {
    let folder: string;
    let program: string;
    let ofThisVersion: unknown[];
    const all = readdirSync("migrations").toSorted().slice(1);
    beforeAll(async () => {
      ofThisVersion = await readFreshCatalogue();
      folder = await makeProgramFolder();
      program = await buildProgram("killed-migration", folder);
    });
    afterAll(() => rm(folder, { recursive: true }));

    test.each(
      casesFor(
        all.filter((_, place) => place % 16 === 3),
        all.filter((_, place) => place % 4 === 3),
        all,
      ),
    )(
      "TRUST-7 from before %s becomes that of this version, also after a start that was killed",
      async (migration) => {
        const databaseUrl = await makeEmptyDatabase();
        const database = await openEarlier(databaseUrl, migration);
        const before = await readCatalogue(database);
        const variables = { DATABASE_URL: databaseUrl, MIGRATIONS: "migrations" };
        await runUntilKilled(program, variables, "enable row level security");
        expect(await readCatalogue(database)).toEqual(before);
        await migrateDatabase(database, RLS);
        expect(await readCatalogue(database)).toEqual(ofThisVersion);
      },
    );
  });
}

// Roles belong to a whole server. The embedded database has one user, who may do everything.
if (inject("databaseTemplate").kind === "server")
  describe("on a server without our roles", () => {
    let server: PostgresServer;
    beforeAll(async () => {
      server = await startPostgresServer();
    });
    afterAll(() => server.stop());

    async function administer(...statements: string[]): Promise<void> {
      const client = new Client({ connectionString: server.urlOf("postgres") });
      await client.connect();
      for (const statement of statements) await client.query(statement);
      await client.end();
    }

    /** The address of a database as this user reaches it. */
    function urlFor(user: string, database: string): string {
      const url = new URL(server.urlOf(database));
      url.username = user;
      url.password = "secret";
      return url.href;
    }

    const open = (databaseUrl: string) => openDatabase({ databaseUrl, dataDir: "" }, log);

    /** A database whose rows are from before a migration, after the upgrade. */
    async function upgradeFrom(migration: string, rows: string): Promise<Database> {
      await administer(`create database "${migration}"`);
      const database = await openEarlier(server.urlOf(migration), migration, rows);
      await migrateDatabase(database, RLS);
      return database;
    }

    test("a user who may not create roles gets the statements for an administrator, and starts after they ran", async () => {
      await administer("create role plain login password 'secret'", "create database plain owner plain");
      const failure = await open(urlFor("plain", "plain")).catch((error: unknown) => error);
      expect(failure).toBeInstanceOf(StartError);
      const { message } = failure as StartError;
      expect(message).toContain("The database user plain (DATABASE_URL) may not");
      const statements = message.split("\n").filter((line) => line.endsWith(";"));
      expect(statements).toContainEqual(expect.stringContaining("create role counterpart_app nologin"));
      await administer(...statements);

      const database = await open(urlFor("plain", "plain"));
      onTestFinished(() => database.close());
      await migrateDatabase(database, RLS);
      await migrateDatabase(database, RLS);
      const db = scopedDb(database, { role: "portal" });
      await makeOrganization(db);
      expect(await db.select().from(organizations)).toHaveLength(1);
    });

    test("an owner without special rights migrates and dumps the rows of every table", async () => {
      // The user switches to the roles, and has none of their rights before.
      await administer(`grant ${OUR_ROLES.join(", ")} to plain with inherit false`);
      const database = await open(urlFor("plain", "plain"));
      onTestFinished(() => database.close());
      const moving = await makeMigrations(["update organizations set organization_name = 'moved';"]);
      await migrateDatabase(database, RLS, moving);
      await database.asOwner(async (owner) => {
        const { rows } = await owner.query("select organization_name from organizations");
        expect(rows).toEqual([{ organization_name: "moved" }]);
        // pg_dump sets this: a policy that would hide a row is an error.
        await owner.query("set row_security = off");
        for (const table of Object.keys(ROW_RULES)) await owner.query(`select from ${table}`);
      });
    });

    test("portals that start at once on one server make the roles once", async () => {
      await administer(
        "drop owned by plain cascade",
        "drop database plain",
        ...OUR_ROLES.map((role) => `drop role ${role}`),
        "create role maker login createrole password 'secret'",
        ...[1, 2, 3, 4, 5].map((n) => `create database made_${n} owner maker`),
      );
      const all = await Promise.all([1, 2, 3, 4, 5].map((n) => open(urlFor("maker", `made_${n}`))));
      await Promise.all(all.map((database) => migrateDatabase(database, RLS)));
      await Promise.all(all.map((database) => makeOrganization(scopedDb(database, { role: "portal" }))));
      await Promise.all(all.map((database) => database.close()));
    });

    test("decisions and PDFs from before name the organization of their document after the upgrade", async () => {
      const database = await upgradeFrom(
        "_organization-of-decisions",
        `
        insert into organizations (organization_id, organization_name, status, quick_links)
          values ('harbour', 'Harbour', 'ACTIVE', '[]'), ('hill', 'Hill', 'ACTIVE', '[]');
        insert into unique_documents (unique_document_id, organization_id, external_id, name, slug, document_type,
          status, puck_state)
          select name, name, name, name, name, 'PROPOSAL', 'APPROVED', '{}' from unnest('{harbour,hill}'::text[]) name;
        insert into document_decisions (unique_document_id, decision, decided_at, user_name, user_email,
          organization_name, content_hash, page)
          select slug, 'APPROVED', now(), '', '', '', repeat('0', 64), '{}' from unique_documents;
        insert into files (file_id, sha256, byte_length, content_type, file_name)
          values ('pdf', repeat('0', 64), 1, 'application/pdf', 'a.pdf');
        insert into document_snapshots (document_snapshot_id, unique_document_id, status, file_id)
          select slug, slug, 'APPROVED', 'pdf' from unique_documents`,
      );
      for (const organizationId of ["harbour", "hill"]) {
        const scope = { role: "member", userProfileId: "ada", organizationId } as const;
        await readInScope(database, scope, async (tx) => {
          expect(await tx.select().from(documentDecisions)).toMatchObject([{ organizationId }]);
          expect(await tx.select().from(documentSnapshots)).toMatchObject([{ organizationId }]);
        });
      }
    });

    test("COMPANY-4 COMPANY-9 who acted for the company and the emails of a person are known after the upgrade", async () => {
      const database = await upgradeFrom(
        "_who-acted-and-former-emails",
        `insert into user_profiles (user_profile_id, first_name, last_name, email, admin_role, removed_at) values
            ('ada', 'Ada', 'Owner', 'ada@ember.example', 'owner', null),
            ('left', 'Left', 'Editor', 'left@ember.example', null, null),
            ('client', 'Clio', 'Client', 'clio@harbour.example', null, null),
            ('removed', '', '', 'removed', null, now());
          insert into audit_events (audit_event_id, at, action, user_profile_id, subject_id, details)
            select concat_ws(' ', person, action), now(), action, person, 'a', '{}'
            from unnest('{ada,left,client,null}'::text[]) as person,
              unnest('{document.send,document.approve,profile.update}'::text[]) as action;
          insert into mails (mail_id, recipient, subject, text, html, about_id)
            select concat_ws(' ', recipient, about_id), recipient, '', '', '', about_id from (values
              ('Clio@Old.example', 'client'), ('clio@old.example', 'client'), ('ADA@ember.example', 'client'),
              ('removed@old.example', 'removed'), ('left@ember.example', 'no one')) as mail (recipient, about_id)`,
      );
      await database.asOwner(async (owner) => {
        const deeds = await owner.query(`
          select user_profile_id as who, array_agg(action order by action) as deeds
          from audit_events where is_by_company group by who order by who`);
        expect(deeds.rows).toEqual([
          { who: "ada", deeds: ["document.approve", "document.send", "profile.update"] },
          { who: "client", deeds: ["document.send"] },
          { who: "left", deeds: ["document.send"] },
        ]);
        const people = await owner.query(
          "select user_profile_id as who, former_emails as emails from user_profiles order by who",
        );
        expect(people.rows).toEqual([
          { who: "ada", emails: [] },
          // A mail about another person to an address does not make the address theirs.
          { who: "client", emails: ["clio@old.example"] },
          { who: "left", emails: [] },
          { who: "removed", emails: [] },
        ]);
      });
    });

    test("FIRST-8 the upgrade sends no reminders of overdue invoices until an owner sets their days", async () => {
      const rows = `insert into settings (settings_id, company_name, product_name, company_site, accent, accent_dark,
        document_prefix, document_digits, invoice_prefix, invoice_digits, time_zone, changed_at)
        values ('settings', 'Ember', 'Portal', '', '', '', 'D', 4, 'I', 4, 'Australia/Sydney', now())`;
      const database = await upgradeFrom("_invoice-payments", rows);
      await database.asOwner(async (owner) => {
        const read = `select overdue_first_days as first, overdue_second_days as second, overdue_third_days as third
          from settings`;
        expect((await owner.query(read)).rows).toEqual([{ first: null, second: null, third: null }]);
        await owner.query(`delete from settings; ${rows}`);
        expect((await owner.query(read)).rows).toEqual([{ first: 3, second: 7, third: 14 }]);
      });
    });

    test("FIRST-1 the upgrade names the author of a document, whom the activity knows, as its owner", async () => {
      const database = await upgradeFrom(
        "_owners-and-recipients",
        `
        insert into organizations (organization_id, organization_name, status, quick_links)
          values ('harbour', 'Harbour', 'ACTIVE', '[]');
        insert into user_profiles (user_profile_id, first_name, last_name, email, admin_role)
          values ('ada', 'Ada', 'Owner', 'ada@ember.example', 'owner'), ('noah', 'Noah', 'Editor', 'noah@ember.example', 'editor');
        insert into unique_documents (unique_document_id, organization_id, external_id, name, slug, document_type,
          status, puck_state, salt)
          select name, 'harbour', name, name, name, 'PROPOSAL', 'DRAFT', '{}', name
          from unnest('{added,copied,imported,of-no-one}'::text[]) name;
        insert into audit_events (audit_event_id, at, action, user_profile_id, subject_id, details) values
          ('1', now(), 'document.add', 'ada', 'added', '{}'), ('2', now(), 'document.change', 'noah', 'added', '{}'),
          ('3', now(), 'document.duplicate', 'noah', 'copied', '{}'), ('4', now(), 'document.change', 'noah', 'imported', '{}'),
          ('5', now(), 'document.add', 'nobody', 'of-no-one', '{}')`,
      );
      await database.asOwner(async (owner) => {
        const { rows } = await owner.query(
          "select unique_document_id as id, owner_id as owner, record_version as version from unique_documents order by id",
        );
        expect(rows).toEqual([
          { id: "added", owner: "ada", version: 1 },
          { id: "copied", owner: "noah", version: 1 },
          { id: "imported", owner: null, version: 1 },
          { id: "of-no-one", owner: null, version: 1 },
        ]);
      });
    });

    test("COMPANY-5 the upgrade freezes pending documents as their clients read them before", async () => {
      const database = await upgradeFrom(
        "_sent-versions",
        `
        insert into organizations (organization_id, organization_name, status, quick_links)
          values ('harbour', 'Harbour', 'ACTIVE', '[]');
        insert into unique_documents (unique_document_id, organization_id, external_id, name, slug, document_type,
          status, puck_state, salt, created_at, updated_at)
          select status, 'harbour', status, status, status, 'PROPOSAL', status,
            '{"root": {}, "content": [{"type": "WorkOrders", "props": {"id": "w", "workOrderData": {"workOrderIds": ["b", "a"]}}}]}',
            'salt', '2026-03-01', '2026-03-02' from unnest('{DRAFT,PENDING,APPROVED}'::text[]) status;
        insert into work_orders (work_order_id, organization_id, external_id, name, description, unique_document_id,
          work_order_status, is_optional, does_client_want_work_done, discount_percent, discount_name)
          values ('a', 'harbour', 'A', 'Ovens', '<p>Two</p>', 'PENDING', 'OPEN', false, false, 12.5, 'Spring'),
            ('b', 'harbour', 'B', 'Flour', '', 'PENDING', 'OPEN', true, true, 0, null),
            ('c', 'harbour', 'C', 'Not theirs', '', 'DRAFT', 'OPEN', false, false, 0, null);
        insert into products (product_id, product_name, product_unit, product_rate, deleted_at)
          values ('hour', 'Work', 'hour', 99.123456, null), ('gone', 'Gone', null, 5, now()),
            ('free', 'Free', null, null, null);
        insert into work_order_products (work_order_id, position, product_id, total)
          values ('a', 0, 'hour', 0.001), ('a', 1, 'gone', 1), ('a', 2, 'hour', null), ('b', 0, 'free', 2),
            ('c', 0, 'hour', 1)`,
      );
      const db = scopedDb(database, { role: "portal" });
      const versions = await db
        .select()
        .from(documentVersions)
        .orderBy(desc(documentVersions.uniqueDocumentId));
      const current = await findCurrentWork(db, "harbour", ["PENDING", "DRAFT"]);
      expect(versions).toEqual([
        expect.objectContaining({
          uniqueDocumentId: "PENDING",
          organizationId: "harbour",
          number: 1,
          sentAt: new Date("2026-03-02"),
          sentByUserProfileId: null,
          work: current.get("PENDING"),
        }),
        // Its clients know of it, so what is written on its page later is not theirs to read.
        expect.objectContaining({ uniqueDocumentId: "DRAFT", number: 1, work: current.get("DRAFT") }),
      ]);
      expect(DocumentWork.parse(versions[0]?.work)).toMatchObject({
        workOrders: [
          {
            name: "Ovens",
            discountPercent: 12.5,
            products: [
              { productId: "hour", total: 0.001 },
              { productId: "gone", total: 1 },
              { productId: "hour", total: null },
            ],
          },
          { name: "Flour", optional: { isOptional: true, doesClientWantWorkDone: true } },
        ],
        products: [{ productId: "free" }, { productId: "hour", productRate: 99.123456 }],
      });
      const [document] = await db.select().from(uniqueDocuments).where(eq(uniqueDocuments.status, "PENDING"));
      expect(versions[0]?.page).toEqual(document?.puckState);
      expect(document).toMatchObject({ sentName: "PENDING", sentType: "PROPOSAL" });
      const { name, sentName } = workOrders;
      expect(await db.select({ name, sentName }).from(workOrders).orderBy(name)).toEqual(
        ["Flour", "Not theirs", "Ovens"].map((sent) => ({ name: sent, sentName: sent })),
      );
    });
  });
