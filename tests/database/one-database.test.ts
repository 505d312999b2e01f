import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { approveDocument, getDocument } from "#contract/documents.ts";
import { foldText } from "#domain/lists/comparable-text.ts";
import { wordsOf } from "#domain/search/typed-words.ts";
import { EngineStopped } from "#server/causes.ts";
import { fold } from "#server/db/comparable-sql.ts";
import { words } from "#server/db/words-sql.ts";
import { migrateDatabase } from "#server/installation/migrate.ts";
import { dropRls } from "#server/rls/install-rls.ts";
import { organizations } from "#server/schema/organizations.ts";
import { RLS } from "#server/start/nouns.ts";
import { type BreakableRelay, startBreakableRelay } from "#tests/support/breakable-relay.ts";
import {
  makeOrganization,
  makePerson,
  makeQuote,
  type TestPerson,
  unique,
} from "#tests/support/factories.ts";
import { createTestApp, startTestApp, type TestApp } from "#tests/support/make-app.ts";
import { signInByCall } from "#tests/support/sign-in-by-call.ts";

const app = await startTestApp();
const database = app.deps.database;

test("FIELD-10 the database folds letters and finds words as the browser does", async () => {
  for (const text of [
    "Straße",
    "ØRSTED Łódź",
    "Æbeltoft œuvre",
    "İzmir ışık",
    "O’Brien ÞÓR",
    "ﬁsh ＡＢＣ",
    "ЖИЛСТРОЙ",
  ]) {
    const of = sql`${text}::text`;
    const { rows } = await app.db.execute<{ folded: string; words: string[] }>(
      sql`select ${fold(of)} as folded, ${words(of)} as words`,
    );
    expect(rows, text).toEqual([{ folded: foldText(text), words: wordsOf(text) }]);
  }
});

const notify = (word: string) => sql`select pg_notify('words', ${word})`;

test("a transaction's events are published when it commits, and never when it does not", async () => {
  const heard: string[] = [];
  const listening = await database.listen(
    "words",
    (word) => heard.push(word),
    () => undefined,
  );
  await expect(
    database.db.transaction(async (tx) => {
      await tx.execute(notify("undone"));
      throw new Error("changed my mind");
    }),
  ).rejects.toThrow("changed my mind");
  await database.db.transaction(async (tx) => {
    await tx.execute(notify("done"));
    expect(heard).toEqual([]);
  });
  await expect.poll(() => heard).toEqual(["done"]);
  await listening.close();
});

test("TRUST-8 a transaction that continues after a refused statement is rolled back, and never reported as committed", async () => {
  const { db } = app;
  const { organizationId } = await makeOrganization(db);
  const isIt = eq(organizations.organizationId, organizationId);
  const going = db.transaction(async (tx) => {
    await tx.update(organizations).set({ organizationName: "Half done" }).where(isIt);
    await tx.execute(sql`select broken`).catch(() => undefined);
  });
  await expect(going).rejects.toThrow("The transaction was undone");
  const [left] = await db.select().from(organizations).where(isIt);
  expect(left?.organizationName).not.toBe("Half done");
});

test("starting and stopping to listen does not disturb other queries", async () => {
  for (let round = 0; round < 20; round += 1) {
    const ask = (n: number) => database.pool.query<{ n: number }>(`select ${n} as n`);
    const [listening, first] = await Promise.all([
      database.listen(
        `channel_${round}`,
        () => undefined,
        () => undefined,
      ),
      ask(1),
    ]);
    const [second, third] = await Promise.all([ask(2), ask(3), listening.close()]);
    expect([first, second, third].map(({ rows }) => rows[0]?.n)).toEqual([1, 2, 3]);
  }
});

test("a transaction that fails leaves nothing", async () => {
  const organizationId = unique("org");
  await expect(
    app.db.transaction(async (tx) => {
      await tx
        .insert(organizations)
        .values({ organizationId, organizationName: "Gone", status: "ACTIVE", quickLinks: [] });
      throw new Error("changed my mind");
    }),
  ).rejects.toThrow("changed my mind");
  const found = await app.db.select().from(organizations).where(sql`organization_id = ${organizationId}`);
  expect(found).toEqual([]);
});

test("TRUST-4 failed work of the owner leaves its rights to no other query, whatever it leaves open", async () => {
  const { asOwner, pool } = database;
  const failing = async (statements: string) => {
    const work = asOwner(async (owner) => {
      await owner.query(statements);
      throw new Error("changed my mind");
    });
    await expect(work).rejects.toThrow(/changed my mind|"broken" does not exist/);
    await pool.query("rollback");
    return (await pool.query("select current_user as name")).rows[0];
  };
  const [fresh] = (await pool.query("select current_user as name")).rows;
  for (const statements of ["select 1", "begin", "begin; select broken"])
    expect(await failing(statements), statements).toEqual(fresh);

  const done = await asOwner(async (owner) => {
    const { rows } = await owner.query("select current_user as name");
    owner.query = () => Promise.reject(new Error("This connection answers nothing any more"));
    return rows;
  });
  expect(done).not.toEqual([fresh]);
  expect((await pool.query("select current_user as name")).rows).toEqual([fresh]);
});

test("many requests at once share the connections there are", async () => {
  const asked = Array.from({ length: 60 }, (_, index) =>
    database.db.transaction(async (tx) => {
      const { rows } = await tx.execute<{ n: number }>(sql`select ${index}::int as n`);
      return rows[0]?.n;
    }),
  );
  expect(await Promise.all(asked)).toEqual(Array.from({ length: 60 }, (_, index) => index));
});

test("migrating again, twice at once, changes nothing", async () => {
  const { organizationId } = await makeOrganization(app.db);
  const schema = () =>
    database.pool.query(
      "select table_name, column_name, data_type from information_schema.columns where table_schema = 'public' order by 1, 2",
    );
  const before = (await schema()).rows;
  await Promise.all([migrateDatabase(database, RLS), migrateDatabase(database, RLS)]);
  expect((await schema()).rows).toEqual(before);
  const found = await app.db.select().from(organizations).where(sql`organization_id = ${organizationId}`);
  expect(found).toHaveLength(1);
});

test("API-5 exactly the people who belonged to the company before there were roles are owners", async () => {
  const before = await makePerson(app.db);
  const client = await makePerson(app.db);
  const statements = readFileSync(migrationOf("admin-roles"), "utf8").split("--> statement-breakpoint");
  await database.asOwner(async (owner) => {
    await owner.query("begin");
    await dropRls(owner);
    await owner.query("alter table user_profiles drop column admin_role");
    await owner.query("alter table user_profiles add column is_staff boolean not null default false");
    await owner.query("update user_profiles set is_staff = true where user_profile_id = $1", [
      before.userProfileId,
    ]);
    for (const statement of statements) await owner.query(statement);
    const { rows } = await owner.query<{ user_profile_id: string; admin_role: string | null }>(
      "select user_profile_id, admin_role from user_profiles",
    );
    await owner.query("rollback");
    const roleOf = (person: TestPerson) =>
      rows.find((row) => row.user_profile_id === person.userProfileId)?.admin_role;
    expect([roleOf(before), roleOf(client)]).toEqual(["owner", null]);
  });
});

function migrationOf(name: string): string {
  const folder = readdirSync("migrations").find((one) => one.endsWith(`_${name}`)) ?? name;
  return join("migrations", folder, "migration.sql");
}

test("moments keep their zone and money its digits", async () => {
  const { rows } = await database.pool.query(
    `select table_name, column_name, data_type from information_schema.columns
     where table_schema = 'public'
       and data_type in ('timestamp without time zone', 'real', 'double precision', 'money')`,
  );
  expect(rows).toEqual([]);
});

test("every foreign key is led by an index", async () => {
  const { rows } = await database.pool.query(
    `select conrelid::regclass::text as table_name, conname from pg_constraint
     where contype = 'f' and connamespace = 'public'::regnamespace and not exists (
       select from pg_index
       where indrelid = conrelid and indkey[0] = conkey[1])`,
  );
  expect(rows).toEqual([]);
});

if (inject("databaseTemplate").kind === "embedded") {
  test("TRUST-8 if the copy for readers stops, reads use the database itself, and the portal continues", async () => {
    const as = await makePerson(app.db);
    const list = async () => (await app.rawRequest("GET /api/unique-document/user/list", { as })).status;
    await database.besideReaders(async (lockTables) => {
      await lockTables();
      const copy = await database.readers();
      expect(copy).not.toBe(database.pool);
      // Ends the engine's stack.
      const deep = `select '${"[".repeat(20_000)}${"]".repeat(20_000)}'::jsonb`;
      await expect(copy.query(deep)).rejects.toThrow(EngineStopped);
      expect(await list()).toBe(200);
    });
    expect(await list()).toBe(200);
    const told = app.log.records.filter(({ msg }) => msg?.includes("the copy that they read has stopped"));
    expect(told).toHaveLength(1);
  });
}

// The embedded database runs in this process and has no connection that could break.
if (inject("databaseTemplate").kind === "server") {
  test("a connection that listens for changes is opened again when the server ends it", async () => {
    let connections = 0;
    const heard: string[] = [];
    const listening = await database.listen(
      "broken",
      (word) => heard.push(word),
      () => {
        connections += 1;
      },
    );
    expect(connections).toBe(1);
    await database.asOwner((owner) =>
      owner.query(
        "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query like 'listen%broken%'",
      ),
    );
    await expect.poll(() => connections).toBe(2);
    await database.pool.query("select pg_notify('broken', 'again')");
    await expect.poll(() => heard).toEqual(["again"]);
    await listening.close();
  });

  describe("a database that is lost under requests", () => {
    let first: TestApp;
    let served: TestApp;
    let relay: BreakableRelay;
    beforeAll(async () => {
      first = await createTestApp();
      await first.stop();
      const url = new URL(first.variables.DATABASE_URL ?? "");
      url.search = "";
      relay = await startBreakableRelay(Number(url.port));
      url.port = String(relay.port);
      served = await createTestApp({ ...first.variables, DATABASE_URL: url.href });
      served.log.allowErrors(/The database cannot be reached/);
    });
    afterAll(async () => {
      await served.close();
      await relay.close();
      await first.close();
    });

    /** Sends requests of every kind, one after the other, until it is stopped. Returns their answers. */
    function sendContinuously(ask: () => Promise<Response>) {
      const answers: { status: number; retryAfter: string | null }[] = [];
      let isAsking = true;
      const asked = (async () => {
        while (isAsking) {
          const response = await ask();
          await response.text();
          answers.push({ status: response.status, retryAfter: response.headers.get("retry-after") });
        }
      })();
      return {
        answers,
        async stop() {
          isAsking = false;
          await asked;
        },
      };
    }

    /** The log lines about the database, without those about requests. */
    const databaseLog = () =>
      served.log.records
        .filter((line) => line.level >= 40 && !("reqId" in line) && !line.msg?.startsWith("Job failed"))
        .map(({ msg }) => msg);
    const LOST = "Connections to the database were lost and are made again";
    const REACHED = "The database is reached again";

    const ways = [
      [
        "the server stops and starts",
        async () => {
          relay.cut();
          await expect.poll(databaseLog).toContain("The database cannot be reached");
          return () => relay.heal();
        },
        ["The database cannot be reached", REACHED],
      ],
      [
        "the server ends every connection",
        async () => {
          const { asOwner } = served.deps.database;
          await asOwner((owner) =>
            owner.query(
              "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()",
            ),
          );
          return async () => undefined;
        },
        [LOST],
      ],
    ] as const;

    test.each(ways)(
      "CARE-8 %s under requests: each is answered, with 503 and when to ask again, and then as before; the log tells it once",
      async (_way, lose, lines) => {
        const before = databaseLog().length;
        const organization = await makeOrganization(served.db);
        const as = await makePerson(served.db, { organization });
        const { document } = await makeQuote(served.db, { organizationId: organization.organizationId });
        const params = { id: document.uniqueDocumentId };
        const { contentHash } = await served.request(getDocument, { as, params });
        const body = { email: as.email };
        const [session] = await signInByCall(served.baseUrl, as.email, as.password);
        const headers = { cookie: `${session?.name}=${session?.value}` };
        const asking = [
          () => served.rawRequest("GET /api/auth/token", { headers }),
          () => served.rawRequest("GET /api/unique-document/user/list", { as }),
          () => served.rawRequest(`GET /api/unique-document/user/${params.id}`, { as }),
          () => served.rawRequest("POST /api/auth/email-otp/request-password-reset", { body }),
          () => served.rawRequest("GET /api/auth/jwks"),
          () => served.rawRequest("GET /healthz"),
          () => served.rawRequest("GET /view/none"),
        ].map(sendContinuously);
        const answers = () => asking.flatMap((one) => one.answers);
        await expect.poll(() => asking.every((one) => one.answers.length > 2)).toBe(true);
        const heal = await lose();
        await expect.poll(() => answers().filter((one) => one.status === 503).length).toBeGreaterThan(0);
        await heal();
        await expect.poll(() => served.rawRequest("GET /healthz").then(({ status }) => status)).toBe(200);
        await Promise.all(asking.map((one) => one.stop()));
        const odd = answers().filter(
          ({ status, retryAfter }) => status === 401 || (status >= 500 && (status !== 503 || !retryAfter)),
        );
        expect(odd).toEqual([]);

        const receipt = await served.request(approveDocument, {
          as,
          params,
          body: { uniqueDocumentId: params.id, status: "APPROVED", contentHash },
        });
        expect(receipt.status).toBe("APPROVED");
        await expect.poll(() => databaseLog().slice(before)).toEqual(lines);
        const snapshots = async () =>
          (await served.request(getDocument, { as, params })).documentSnapshots.length;
        await expect.poll(snapshots).toBe(1);
      },
    );
  });
}
