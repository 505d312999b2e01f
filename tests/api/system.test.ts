import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { changePermission } from "#contract/admin/permissions.ts";
import { getSystem, requestVerification } from "#contract/admin/system.ts";
import type { SystemPart, SystemPartId } from "#domain/system/system-part.ts";
import { organizationPermissions } from "#server/schema/permissions.ts";
import { runCommand } from "#server/start/run-command.ts";
import { makeAdmin, makeOrganization, makePerson } from "#tests/support/factories.ts";
import { startTestApp } from "#tests/support/make-app.ts";
import { asIntruder } from "#tests/support/past-triggers.ts";

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
  const { parts } = await app.request(getSystem, { as: owner });
  expect(parts[0]).toMatchObject({ id: "readiness", state: "fault" });
  expect(parts[0]?.advice).toContain("an administrator closes it");
  await app.alterTables(`revoke ${all} from public`);
  expect(await readPart("readiness")).toMatchObject({ state: "ok" });
});

test("RUN-3 TRUST-1 an owner has the evidence compared, and a tampered record is a fault", async () => {
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
