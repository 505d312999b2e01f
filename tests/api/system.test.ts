import { X509Certificate } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eq, isNotNull, like } from "drizzle-orm";
import { v7 } from "uuid";
import { expect, test, vi } from "vitest";
import { inviteAdmin } from "#contract/admin/people.ts";
import { changePermission } from "#contract/admin/permissions.ts";
import { getSystem, getSystemFaults, requestVerification } from "#contract/admin/system.ts";
import type { SystemPart, SystemPartId } from "#domain/system/system-part.ts";
import { sweepFiles } from "#server/files/sweep-files.job.ts";
import { QuietFailure } from "#server/jobs/job.ts";
import { withScope } from "#server/rls/scoped-db.ts";
import { organizationPermissions } from "#server/schema/permissions.ts";
import { rateLimits } from "#server/schema/requests.ts";
import { evidenceVerifications } from "#server/schema/verifications.ts";
import { runCommand } from "#server/start/run-command.ts";
import { requestNightlyVerification, verifyEvidenceJob } from "#server/verification/verify-evidence.job.ts";
import { makeAdmin, makeOrganization, makePerson } from "#tests/support/factories.ts";
import { startMailServer } from "#tests/support/mail-server.ts";
import { createTestApp, startTestApp } from "#tests/support/make-app.ts";
import { makeCertificate } from "#tests/support/make-certificate.ts";
import { asIntruder } from "#tests/support/past-triggers.ts";
import { EVIDENCE_DIFFERS } from "#tests/support/test-log.ts";

const app = await startTestApp();
const owner = await makeAdmin(app.db, "owner");

async function readPart(id: SystemPartId): Promise<SystemPart> {
  const { parts } = await app.request(getSystem, { as: owner });
  const part = parts.find((one) => one.id === id);
  if (!part) throw new Error(`There is no part ${id}.`);
  return part;
}

const textOf = ({ facts }: SystemPart, label: string) =>
  facts.flatMap((fact) => (fact.label === label && "text" in fact ? fact.text : []))[0];

let requests = 0;
async function verify(): Promise<SystemPart> {
  requests += 1;
  const before = (await readPart("verification")).facts.find(({ label }) => label === "Last compared");
  await app.request(requestVerification, { as: owner, body: { requestId: `request-${requests}` } });
  await expect
    .poll(async () => (await readPart("verification")).facts.find(({ label }) => label === "Last compared"))
    .not.toEqual(before);
  return readPart("verification");
}

test("RUN-3 only owners read how the portal works", async () => {
  const organization = await makeOrganization(app.db);
  const client = await makePerson(app.db, { organization });
  for (const as of [await makeAdmin(app.db, "editor"), await makeAdmin(app.db, "viewer"), client]) {
    expect(await app.refusal(getSystem, { as })).toMatchObject({ status: 403 });
    expect(await app.refusal(getSystemFaults, { as })).toMatchObject({ status: 403 });
    const body = { requestId: "of-another" };
    expect(await app.refusal(requestVerification, { as, body })).toMatchObject({ status: 403 });
  }
  const { parts } = await app.request(getSystem, { as: owner });
  expect(parts.map(({ id }) => id)).toContain("version");
});

test("RUN-3 the version of the portal and what it runs on are shown", async () => {
  const part = await readPart("version");
  expect(part).toMatchObject({ state: "ok" });
  expect(textOf(part, "Portal")).toMatch(/^\d+\.\d+\.\d+$/);
  expect(textOf(part, "Database")).toMatch(/^PostgreSQL \d.*, on a server$/);
});

test("RUN-3 a check that fails comes first, with what to do", async () => {
  const all = `connect on database ${new URL(app.variables.DATABASE_URL ?? "").pathname.slice(1)}`;
  await app.alterTables(`grant ${all} to public`);
  // The answer of /readyz is shared, and cached for some seconds.
  const first = async () => (await app.request(getSystem, { as: owner })).parts[0];
  await expect.poll(first, { interval: 250 }).toMatchObject({
    id: "readiness",
    state: "fault",
    advice: expect.stringContaining("an administrator closes it"),
  });
  await app.alterTables(`revoke ${all} from public`);
  await expect.poll(() => readPart("readiness"), { interval: 250 }).toMatchObject({ state: "ok" });
});

test("RUN-3 Home reads what doesn't work once for all visits of half a minute, and asks no mail server for it", async () => {
  const portal = await createTestApp();
  const as = await makeAdmin(portal.db, "owner");
  const reads: string[] = [];
  const source = (id: SystemPartId, state: SystemPart["state"] | null) => ({
    id,
    async read() {
      reads.push(id);
      if (state === null) throw new Error("It can't be read now.");
      return { state, facts: [], advice: "" };
    },
  });
  portal.deps.systemSources = [
    source("version", "ok"),
    source("verification", "fault"),
    source("limits", null),
    source("disk", "fault"),
    source("mail", "fault"),
  ];
  for (let visit = 0; visit < 3; visit += 1)
    expect(await portal.request(getSystemFaults, { as })).toEqual({ parts: ["disk", "verification"] });
  expect(reads.toSorted()).toEqual(["disk", "limits", "verification", "version"]);
  const { parts } = await portal.request(getSystem, { as });
  expect(parts.find(({ id }) => id === "limits")).toMatchObject({ state: "fault" });
  await portal.close();
});

test("RUN-3 evidence is verified half an hour after the start of this portal, however long its process runs", async () => {
  const { endedAt } = evidenceVerifications;
  const count = () => app.db.$count(evidenceVerifications);
  const worker = withScope(app.deps, { role: "worker" });
  const uptime = vi.spyOn(process, "uptime").mockReturnValue(86_400);
  await requestNightlyVerification.run(worker, {});
  uptime.mockRestore();
  expect(await count()).toBe(0);
  const figures = { ...worker.process, startedMs: performance.now() - 3_600_000 };
  await requestNightlyVerification.run({ ...worker, process: figures }, {});
  await expect.poll(() => app.db.$count(evidenceVerifications, isNotNull(endedAt))).toBe(1);
  await app.db.delete(evidenceVerifications);
});

test("RUN-3 TRUST-1 an owner has the evidence compared, and a tampered record is a fault", async () => {
  app.log.allowErrors(EVIDENCE_DIFFERS);
  expect(await readPart("verification")).toMatchObject({ state: "ok", facts: [] });
  const organization = await makeOrganization(app.db, { organizationName: "Ember" });
  const { userProfileId } = await makePerson(app.db, { organization });
  const [permission] = await app.db
    .select({ id: organizationPermissions.organizationPermissionId })
    .from(organizationPermissions)
    .where(eq(organizationPermissions.userId, userProfileId));
  const params = { id: permission?.id ?? "" };
  await app.request(changePermission, { as: owner, params, body: { permissionType: "read" } });
  const intact = await verify();
  expect(intact).toMatchObject({ state: "ok" });
  expect(textOf(intact, "Compared")).toMatch(/^\d+ events? in \d+ chains? and \d+ files?$/);

  const tamper = (permissionType: string) =>
    asIntruder(
      app,
      "update organization_permissions set permission_type = $1 where organization_permission_id = $2",
      [permissionType, params.id],
    );
  await tamper("write");
  const { parts } = await app.request(getSystem, { as: owner });
  expect(parts.find(({ id }) => id === "verification")?.state).toBe("ok");
  const found = await verify();
  expect(found).toMatchObject({ state: "fault" });
  expect(textOf(found, "The first of them")).toContain("permission");
  expect(found.advice).toContain("counterpart verify");

  // The command stores its result, too.
  await tamper("read");
  const command = runCommand(app.deps, app.baseUrl);
  expect(await command({ command: "verify" }, () => undefined)).toMatchObject({ isGood: true });
  expect(await readPart("verification")).toMatchObject({ state: "ok" });
});

test("RUN-3 a portal that stops ends a verification, which is repeated later", async () => {
  const verificationId = v7();
  await app.db.insert(evidenceVerifications).values({ verificationId, requestedAt: new Date() });
  const endedAt = async () => {
    const isIt = eq(evidenceVerifications.verificationId, verificationId);
    return (await app.db.select().from(evidenceVerifications).where(isIt))[0]?.endedAt;
  };
  const worker = withScope(app.deps, { role: "worker" });
  const stopping = { ...worker, stopping: AbortSignal.abort() };
  await expect(verifyEvidenceJob.run(stopping, { verificationId })).rejects.toBeInstanceOf(QuietFailure);
  expect(await endedAt()).toBeNull();
  await verifyEvidenceJob.run(worker, { verificationId });
  expect(await endedAt()).toBeInstanceOf(Date);
});

/** Whether a part has this state and words, and the facts with these texts. */
async function expectPart(
  part: SystemPart,
  state: SystemPart["state"],
  words: string,
  facts: Record<string, string>,
) {
  expect(part).toMatchObject({ state });
  expect(part.advice).toContain(words);
  const found = Object.keys(facts).map((label) => [label, textOf(part, label)]);
  expect(Object.fromEntries(found)).toEqual(facts);
}

test("RUN-3 emails: without a server, refused for good, and a server that doesn't answer", async () => {
  await expectPart(await readPart("mail"), "fault", "set MAIL_URL", { "Mail server": "None (MAIL_URL)" });

  const server = await startMailServer({ unknown: new Set(["gone@refused.test"]) });
  const url = `smtp://127.0.0.1:${server.port}`;
  const mailing = await createTestApp({ MAIL_URL: url, MAIL_FROM: "portal@ember.test" });
  const as = await makeAdmin(mailing.db, "owner");
  const readMail = async () => {
    const { parts } = await mailing.request(getSystem, { as });
    return parts.find(({ id }) => id === "mail") as SystemPart;
  };
  await expectPart(await readMail(), "ok", "Nothing to do", { "Answers now": "Yes", Waiting: "0" });
  const invitation = { email: "gone@refused.test", adminRole: "viewer" as const };
  await mailing.request(inviteAdmin, { as, body: invitation });
  await expect.poll(async () => textOf(await readMail(), "Not delivered this week")).toBe("1");
  await expectPart(await readMail(), "attention", "weren't delivered", { "Of these bounced": "0" });
  await server.close();
  const { MAIL_URL: _, ...variables } = mailing.variables;
  await mailing.stop();

  // The port is closed now.
  const again = await createTestApp({ ...variables, MAIL_URL: url });
  const { parts } = await again.request(getSystem, { as });
  const mail = parts.find(({ id }) => id === "mail") as SystemPart;
  await expectPart(mail, "fault", "wait for up to a week", {});
  expect(textOf(mail, "Answers now")).toBe("No: nothing answers at this address (ECONNREFUSED)");
  await again.stop();
  await mailing.close();
});

test("RUN-3 background work: what waits too long, is tried again and was given up, by queue", async () => {
  await expectPart(await readPart("queue"), "ok", "Nothing to do", { "Given up": "0" });
  await app.deps.queue.stop();
  for (let count = 0; count < 3; count += 1)
    await app.db.transaction((tx) => app.deps.queue.enqueue(tx, sweepFiles, {}));
  await app.alterTables(
    "update pgboss.job set start_after = now() - interval '2 hours' where state = 'created'",
  );
  const late = await readPart("queue");
  await expectPart(late, "attention", "restart the portal", {
    "The oldest waits for": "2 hours",
    "Sweep files": "3 waiting",
  });
  await app.alterTables("update pgboss.job set state = 'failed' where state = 'created'");
  await expectPart(await readPart("queue"), "attention", "given up", { "Sweep files": "3 given up" });
  await app.alterTables("delete from pgboss.job where state = 'failed'");
});

test("RUN-3 certificates: one that ends soon, and one that has expired", async () => {
  const folder = await mkdtemp(join(tmpdir(), "counterpart-certificates-"));
  const { key, cert } = await makeCertificate(["localhost"]);
  const files = { SEAL_KEY: join(folder, "key.pem"), SEAL_CERTIFICATE: join(folder, "certificate.pem") };
  await writeFile(files.SEAL_KEY, key);
  await writeFile(files.SEAL_CERTIFICATE, cert);
  const sealing = await createTestApp(files);
  const as = await makeAdmin(sealing.db, "owner");
  const end = new X509Certificate(cert).validToDate.getTime();
  const readAt = async (daysBefore: number) => {
    sealing.deps.clock = () => new Date(end - daysBefore * 86_400_000);
    const { parts } = await sealing.request(getSystem, { as });
    return parts.find(({ id }) => id === "certificates") as SystemPart;
  };
  await expectPart(await readAt(10.5), "attention", "expires soon", {
    "Seal of PDFs, expires in": "10 days",
  });
  await expectPart(await readAt(-1), "fault", "has expired", {});
  await rm(folder, { recursive: true });
  await sealing.close();
});

test("RUN-3 limits: what was refused, with what it means", async () => {
  const before = await readPart("limits");
  const count = Number(textOf(before, "Sign-ins and codes"));
  expect(before.advice).toContain("the counts of the one that answered");
  const attempt = () =>
    app.rawRequest("POST /api/auth/sign-in/email", {
      body: { email: "unknown@ember.test", password: "wrong-password" },
    });
  expect((await attempt()).status).toBe(401);
  const ofUnknown = like(rateLimits.key, "%unknown@ember.test%");
  await app.db.update(rateLimits).set({ attempts: 1_000_000 }).where(ofUnknown);
  expect((await attempt()).status).toBe(429);
  const after = await readPart("limits");
  expect(after.advice.split("\n")[0]).toMatch(/an attack, which the limit holds off\.$/);
  expect(Number(textOf(after, "Sign-ins and codes"))).toBe(count + 1);
});
