import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { v7 } from "uuid";
import { expect, test } from "vitest";
import { CALLS } from "#contract/calls.ts";
import { makeBackup } from "#server/backup/make-backup.job.ts";
import type { Deps } from "#server/deps.ts";
import { maintainTables } from "#server/retention/maintain-tables.job.ts";
import { withScope } from "#server/rls/scoped-db.ts";
import { backupRuns } from "#server/schema/backups.ts";
import { settings } from "#server/schema/settings.ts";
import { loadDemoWorld } from "#server/world/load-demo.ts";
import { makeAdmin, makePerson, type TestPerson } from "#tests/support/factories.ts";
import { startTestApp } from "#tests/support/make-app.ts";
import { makeFolder } from "#tests/support/make-folder.ts";
import { findEveryIssuer } from "#tests/support/make-issuer.ts";
import { addManyDocuments } from "#tests/support/many-documents.ts";
import { pointAt, sendPointed } from "#tests/support/pointed-calls.ts";
import { type Ids, makeRecords, makeRecordsOf } from "#tests/support/records.ts";

const app = await startTestApp();
findEveryIssuer(app);
const signIns = await loadDemoWorld(app.deps);
// The demo has settings of its own. The calls read those of a new portal.
await app.db.delete(settings);
/** Who only reads: a reading call leaves their records as they are. */
const readers = { member: await makeAsking("member"), owner: await makeAsking("owner") };

type Asking = { caller: TestPerson; token: string; ids: Ids };

async function makeAsking(who: "member" | "owner", callName?: string): Promise<Asking> {
  const member = await makePerson(app.db);
  const caller = who === "owner" ? await makeAdmin(app.db, "owner") : member;
  const ids = await (callName ? makeRecordsOf(callName, app, member) : makeRecords(app, member));
  return { caller, token: await app.signInAs(caller), ids };
}

test("a newcomer's portal loads the demo world by itself", () => {
  expect(signIns.map((line) => line.split(" ")[0])).toContain("writer@demo.test");
});

test("SPEED-2 the embedded database analyzes its tables, and frees the space of old rows", async () => {
  const { organizationId } = await makePerson(app.db);
  await addManyDocuments(app.db, organizationId, 1000);
  const ofDocuments = async () => {
    const { rows } = await app.deps.database.asOwner((owner) =>
      owner.query(`select reltuples as known, n_dead_tup::int as dead from pg_class
        join pg_stat_user_tables on relid = oid where oid = 'unique_documents'::regclass`),
    );
    return rows[0] as { known: number; dead: number };
  };
  await maintainTables.run(app.deps, {});
  expect((await ofDocuments()).known).toBeGreaterThan(1000);
  // Without being asked, PostgreSQL writes what it has counted at most once a second.
  const PUBLISH_COUNTED = "select pg_stat_force_next_flush()";
  await app.alterTables(`update unique_documents set archived_at = archived_at; ${PUBLISH_COUNTED}`);
  expect((await ofDocuments()).dead).toBeGreaterThan(1000);
  // A table before it that cannot be analyzed: its index cannot be computed any more.
  await app.alterTables(`create function halved(n int) returns int language plpgsql immutable
    as $$ begin return 100 / coalesce(nullif(current_setting('app.divisor', true), '')::int, 2); end $$;
    create table a_broken_one as select n from generate_series(1, 100) n;
    create index on a_broken_one (halved(n)); set app.divisor = '0';
    ${PUBLISH_COUNTED}`);
  await maintainTables.run(app.deps, {});
  expect((await ofDocuments()).dead).toBe(0);
  expect(app.log.records.map(({ msg }) => msg)).toContain(
    "The table public.a_broken_one could not be vacuumed and analyzed",
  );
  app.log.allowErrors(/a_broken_one could not be vacuumed/);
  await app.alterTables("reset app.divisor; drop table a_broken_one; drop function halved");
});

test("RUN-3 a scheduled backup has one copy of the embedded database, however many runs were killed before", async () => {
  const { env } = app.deps;
  const listCopies = () => readdirSync(env.dataDir).filter((name) => name.startsWith("copy-"));
  mkdirSync(join(env.dataDir, "copy-scheduled-killed.part"));
  const folder = await makeFolder();
  const copies: string[][] = [];
  const backupSteps: Deps["backupSteps"] = {
    async write({ path }) {
      copies.push(listCopies());
      writeFileSync(path, "");
    },
    rehearse: async () => undefined,
  };
  const plan = { folder, key: "", hour: 2, count: 2 };
  const deps = { ...app.deps, env: { ...env, backups: plan }, backupSteps };
  const backupRunId = v7();
  await app.db.insert(backupRuns).values({ backupRunId, startedAt: new Date() });
  await makeBackup.run(withScope(deps, { role: "worker" }), { backupRunId });
  expect(copies).toEqual([[`copy-scheduled-${backupRunId}.part`]]);
  expect(listCopies()).toEqual([]);
});

// The embedded database has one connection: a query outside the call's transaction would wait for ever.
test.each(Object.entries(CALLS))("API-1 %s is answered whatever the database", async (name, call) => {
  const who = call.reach === "every-organization" ? "owner" : "member";
  const { caller, token, ids } = call.isReading ? readers[who] : await makeAsking(who, name);
  const sent = pointAt(name, ids, { ...caller, isWriter: true });
  const { status, text } = await sendPointed(app, call, sent, token);
  expect(status, text).toBe(200);
});
