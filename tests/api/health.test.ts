import { mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { getProfile } from "#contract/account.ts";
import { sweepFiles } from "#server/files/sweep-files.job.ts";
import { makeOrganization, makePerson } from "#tests/support/factories.ts";
import { createTestApp, type TestApp } from "#tests/support/make-app.ts";
import { makeCertificate } from "#tests/support/make-certificate.ts";

const TOKEN = "a-token-for-prometheus";

let folder: string;
let app: TestApp;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "counterpart-health-"));
  const { key, cert } = await makeCertificate(["localhost"]);
  await writeFile(join(folder, "key.pem"), key);
  await writeFile(join(folder, "certificate.pem"), cert);
  app = await createTestApp({
    METRICS_TOKEN: TOKEN,
    LOG_LEVEL: "debug",
    SEAL_KEY: join(folder, "key.pem"),
    SEAL_CERTIFICATE: join(folder, "certificate.pem"),
  });
  // Without a worker, jobs wait.
  await app.deps.queue.stop();
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true });
});

const OK = {
  database: "ok",
  migrations: "ok",
  isolation: "ok",
  jobs: "ok",
  seal: "ok",
  disk: "ok",
  clock: "ok",
};

async function readiness() {
  const answer = await app.rawRequest("GET /readyz");
  return { status: answer.status, ...(await answer.json()) };
}

/** An answer is cached for some seconds. */
async function untilReadiness(checks: object) {
  const isReady = Object.values(checks).every((one) => one === "ok");
  const found = { status: isReady ? "ready" : "not ready", checks };
  await expect.poll(readiness, { interval: 250 }).toEqual(found);
  expect((await app.rawRequest("GET /readyz")).status).toBe(isReady ? 200 : 503);
}

const metricsWith = (authorization?: string) =>
  app.rawRequest("GET /metrics", authorization === undefined ? {} : { headers: { authorization } });

test("RUN-1 a clock that is an hour off is named by /readyz and figures, and the portal goes on", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() - 3_600_000 - 5000 });
  onTestFinished(() => void vi.useRealTimers());
  const checks = { clock: "1 hour behind the clock of the database server" };
  await expect.poll(readiness, { interval: 250 }).toMatchObject({ status: "ready", checks });
  expect((await app.rawRequest("GET /readyz")).status).toBe(200);
  const figures = await (await metricsWith(`Bearer ${TOKEN}`)).text();
  expect(figures).toContain('counterpart_ready{check="clock"} 0');
});

test("TRUST-10 a ready portal reports it, and names what it cannot do, without paths and secrets", async () => {
  app.log.allowErrors(/cannot be sealed/);
  await untilReadiness(OK);

  await rename(join(folder, "key.pem"), join(folder, "away.pem"));
  await untilReadiness({ ...OK, seal: "no PDF can be sealed" });
  expect(JSON.stringify(app.log.records)).toContain("key.pem (SEAL_KEY) cannot be read");
  await rename(join(folder, "away.pem"), join(folder, "key.pem"));
  await untilReadiness(OK);

  await app.db.transaction((tx) => app.deps.queue.enqueue(tx, sweepFiles, {}));
  await app.alterTables(
    "update pgboss.job set start_after = now() - interval '1 hour' where state = 'created'",
  );
  await app.alterTables("update pgboss.job set completed_on = null");
  await untilReadiness({ ...OK, jobs: "no one works on them" });
  const figures = await (await metricsWith(`Bearer ${TOKEN}`)).text();
  expect(figures).toMatch(/^counterpart_oldest_job_seconds 36\d\d/m);
  expect(figures).toContain('counterpart_ready{check="jobs"} 0');
  // A queue that gets shorter.
  const done = "state = 'completed', completed_on = now() - interval '1 minute'";
  await app.db.transaction((tx) => app.deps.queue.enqueue(tx, sweepFiles, {}));
  await app.alterTables(
    `update pgboss.job set ${done} where state = 'created' and start_after > now() - interval '1 minute'`,
  );
  await untilReadiness(OK);
  await app.alterTables("delete from pgboss.job where state = 'created'");

  const all = `connect on database ${new URL(app.variables.DATABASE_URL ?? "").pathname.slice(1)}`;
  await app.alterTables(`grant ${all} to public`);
  await untilReadiness({ ...OK, isolation: "other users can connect to the database" });
  await app.alterTables(`revoke ${all} from public`);
  await untilReadiness(OK);

  await app.alterTables("alter table drizzle.__drizzle_migrations rename column name to was");
  await app.alterTables("alter table drizzle.__drizzle_migrations add column name text");
  await untilReadiness({ ...OK, migrations: "some have not run" });
});

test("TRUST-10 metrics require the token, are in Prometheus' format, and have few labels", async () => {
  for (const authorization of [undefined, "Bearer", "Bearer another-token-here", `Basic ${TOKEN}`])
    expect((await metricsWith(authorization)).status).toBe(404);
  const answer = await metricsWith(`Bearer ${TOKEN}`);
  expect(answer.headers.get("content-type")).toBe("text/plain; version=0.0.4; charset=utf-8");
  const lines = (await answer.text()).trimEnd().split("\n");
  expect(lines).toContainEqual(expect.stringMatching(/^counterpart_requests_total\{status="4xx"\} [4-9]/));
  expect(lines).toContainEqual(expect.stringMatching(/^counterpart_info\{version="\d+\.\d+\.\d+"\} 1$/));
  // FIRST-2: mails of this process, and those that wait or were given up in the database.
  expect(lines).toContain('counterpart_mails_total{status="refused"} 0');
  expect(lines).toContainEqual(expect.stringMatching(/^counterpart_mails_queued \d+$/));
  expect(lines).toContainEqual(expect.stringMatching(/^counterpart_mails_not_delivered \d+$/));
  // RUN-3: what else an alert may need.
  expect(lines).toContain('counterpart_refused_requests{limit="sign-in"} 0');
  expect(lines).toContain("counterpart_live_streams 0");
  expect(lines).toContainEqual(expect.stringMatching(/^counterpart_jobs\{state="failed"\} \d+$/));
  expect(lines).toContainEqual(
    expect.stringMatching(/^counterpart_database_connections\{state="open"\} [1-9]\d*$/),
  );
  expect(lines).toContainEqual(
    expect.stringMatching(/^counterpart_certificate_end_timestamp_seconds\{certificate="seal"\} \d{10}/),
  );
  const wrong = lines.filter(
    (line) =>
      !/^(# (HELP|TYPE) [a-z0-9_]+ .+|[a-z0-9_]+(\{(status|check|le|version|state|queue|limit|certificate)="[\w.+-]+"(,(state)="\w+")?\})? [\d.e+-]+)$/.test(
        line,
      ),
  );
  expect(wrong).toEqual([]);
  expect(lines.length).toBeLessThan(120);
});

test("TRUST-10 a check that waits for a lock is ended in the database too", async () => {
  const { asOwner } = app.deps.database;
  const waiting = async () => {
    const { rows } = await asOwner((owner) =>
      owner.query(
        "select from pg_stat_activity where wait_event_type = 'Lock' and query like '%from pgboss.job where state in%'",
      ),
    );
    return rows.length;
  };
  await asOwner(async (owner) => {
    await owner.query("begin");
    await owner.query("lock table pgboss.job in access exclusive mode");
    await expect.poll(async () => (await readiness()).checks.jobs, { interval: 250 }).toBe("unknown");
    await expect.poll(waiting, { interval: 250 }).toBe(0);
    await owner.query("rollback");
  });
  await expect.poll(async () => (await readiness()).checks.jobs, { interval: 250 }).toBe("ok");
});

test("TRUST-10 a failure names its line of the log, and no line names a person", async () => {
  const organization = await makeOrganization(app.db);
  const as = await makePerson(app.db, { organization });
  await app.request(getProfile, { as });
  const answer = await app.rawRequest(`GET /api/nothing?email=${as.email}`);
  const lines = app.log.records.map((one) => JSON.stringify(one));
  const ofFailure = lines.filter((line) => line.includes(String(answer.headers.get("x-request-id"))));
  expect(ofFailure.join("")).toContain('"status":404');
  expect(lines.filter((line) => line.includes(as.email))).toEqual([]);
});
