import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { listDocuments } from "#contract/documents.ts";
import {
  listPermissionRequests,
  listPermissionsOfOrganization,
  removePermission,
  requestPermission,
} from "#contract/permissions.ts";
import type { PermissionType } from "#domain/permissions/organization-permission.ts";
import { auditEvents } from "#server/schema/audit.ts";
import { organizationPermissions } from "#server/schema/permissions.ts";
import {
  makeOrganization,
  makePermission,
  makePerson,
  type TestPerson,
  unique,
} from "#tests/support/factories.ts";
import { startTestApp } from "#tests/support/make-app.ts";
import { untilWaiting } from "#tests/support/until-waiting.ts";

const app = await startTestApp();

async function setUp() {
  const organization = await makeOrganization(app.db);
  const writer = await makePerson(app.db, { organization });
  return { organization, organizationId: organization.organizationId, writer };
}

async function permissionOf(person: TestPerson, as: TestPerson): Promise<string> {
  const { organizationId } = as;
  const all = await app.request(listPermissionsOfOrganization, { as, params: { organizationId } });
  const found = all.find((one) => one.userId === person.userProfileId);
  if (!found) throw new Error("They have no permission.");
  return found.organizationPermissionId;
}

const remove = (as: TestPerson, organizationPermissionId: string) =>
  app.request(removePermission, { as, params: { organizationPermissionId } });
const refuseToRemove = (as: TestPerson, organizationPermissionId: string) =>
  app.refusal(removePermission, { as, params: { organizationPermissionId } });

const wanted = (organizationId: string, email: string, permissionType: PermissionType = "read") => ({
  organizationId,
  userDetails: { email, firstName: "Grace", lastName: "Hopper" },
  permissionType,
});

test("PERM-3 a removed member is refused from the next call on, and the removal is recorded", async () => {
  const { organization, organizationId, writer } = await setUp();
  const member = await makePerson(app.db, { organization, permission: "read" });
  await app.request(listDocuments, { as: member });
  const organizationPermissionId = await permissionOf(member, writer);

  expect(await remove(writer, organizationPermissionId)).toEqual({ organizationPermissionId });
  expect((await app.refusal(listDocuments, { as: member })).status).toBe(403);
  const left = await app.request(listPermissionsOfOrganization, { as: writer, params: { organizationId } });
  expect(left.map((one) => one.userId)).toEqual([writer.userProfileId]);
  const [audit] = await app.db
    .select()
    .from(auditEvents)
    .where(eq(auditEvents.subjectId, organizationPermissionId));
  expect(audit).toMatchObject({
    action: "permission.remove",
    userProfileId: writer.userProfileId,
    organizationId,
    details: { userId: member.userProfileId, permissionType: "read" },
  });
});

test("PERM-3 two windows removing the same permission: one does, the other learns that it is gone", async () => {
  const { organization, writer } = await setUp();
  const member = await makePerson(app.db, { organization, permission: "read" });
  const id = await permissionOf(member, writer);
  const remove = () => app.rawRequest(`DELETE /api/organization-permission/user/${id}`, { as: writer });
  const answers = await Promise.all([remove(), remove(), remove()]);
  expect(answers.map((one) => one.status).toSorted()).toEqual([200, 404, 404]);
  expect(await refuseToRemove(writer, id)).toMatchObject({ status: 404, code: "not-found" });
});

test("PERM-5 no caller can remove the last writer", async () => {
  const { organization, writer } = await setUp();
  await makePerson(app.db, { organization, permission: "read" });
  const refusal = await refuseToRemove(writer, await permissionOf(writer, writer));
  expect(refusal).toMatchObject({ status: 409, code: "conflict", details: { reason: "last-writer" } });
});

test("PERM-5 two writers who remove each other at once leave one of them", async () => {
  const { organization, organizationId, writer } = await setUp();
  const other = await makePerson(app.db, { organization });
  const [mine, theirs] = [await permissionOf(writer, writer), await permissionOf(other, writer)];
  const answers = await Promise.allSettled([remove(writer, theirs), remove(other, mine)]);
  expect(answers.filter((one) => one.status === "fulfilled")).toHaveLength(1);
  const winner = answers[0]?.status === "fulfilled" ? writer : other;
  const left = await app.request(listPermissionsOfOrganization, { as: winner, params: { organizationId } });
  expect(left.map((one) => one.userId)).toEqual([winner.userProfileId]);
});

test("PERM-5 two writers who remove each other are serialized, at every interleaving", async () => {
  const { organization, organizationId, writer } = await setUp();
  const other = await makePerson(app.db, { organization });
  const third = await makePerson(app.db, { organization, permission: null });
  // The first of those that are locked, so that both requests have read their own permission before they wait.
  const organizationPermissionId = `a-${unique("permission")}`;
  const given = { userId: third.userProfileId, organizationId, permissionType: "read" } as const;
  await app.db.insert(organizationPermissions).values({ organizationPermissionId, ...given });
  const [mine, theirs] = [await permissionOf(writer, writer), await permissionOf(other, writer)];
  const asked: Promise<unknown>[] = [];
  await app.db.transaction(async (tx) => {
    const isFirst = eq(organizationPermissions.organizationPermissionId, organizationPermissionId);
    await tx.select().from(organizationPermissions).where(isFirst).for("update");
    asked.push(remove(writer, theirs), remove(other, mine));
    await untilWaiting(app, 2);
  });
  const answers = await Promise.allSettled(asked);
  expect(answers.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  const refused = answers.find((answer) => answer.status === "rejected");
  expect(String(refused?.reason)).toContain("answered 403");
});

test("PERM-5 when all writers leave at once, one remains", async () => {
  const { organization, organizationId, writer } = await setUp();
  const writers = [
    writer,
    await makePerson(app.db, { organization }),
    await makePerson(app.db, { organization }),
  ];
  const leave = async (person: TestPerson) => {
    const id = await permissionOf(person, writer);
    return () => app.rawRequest(`DELETE /api/organization-permission/user/${id}`, { as: person });
  };
  const leaving = await Promise.all(writers.map(leave));
  const answers = await Promise.all(leaving.map((go) => go()));
  expect(answers.map((one) => one.status).toSorted()).toEqual([200, 200, 409]);
  const [stays] = writers.filter((_, at) => answers[at]?.status === 409);
  const left = await app.request(listPermissionsOfOrganization, {
    as: stays ?? writer,
    params: { organizationId },
  });
  expect(left).toMatchObject([{ userId: stays?.userProfileId, permissionType: "write" }]);
});

test("PERM-5 a reader can neither remove nor request", async () => {
  const { organization, organizationId, writer } = await setUp();
  const reader = await makePerson(app.db, { organization, permission: "read" });
  expect((await refuseToRemove(reader, await permissionOf(writer, writer))).status).toBe(403);
  const body = wanted(organizationId, `${unique("grace")}@example.test`);
  expect((await app.refusal(requestPermission, { as: reader, body })).status).toBe(403);
});

test("PERM-4 a request is listed for the organization, and the same request again is the same", async () => {
  const { organizationId, writer } = await setUp();
  const email = `${unique("grace")}@example.test`;
  const request = await app.request(requestPermission, { as: writer, body: wanted(organizationId, email) });
  expect(request).toMatchObject(wanted(organizationId, email));
  expect(await app.request(listPermissionRequests, { as: writer })).toEqual([request]);
  expect(await app.request(requestPermission, { as: writer, body: wanted(organizationId, email) })).toEqual(
    request,
  );
  const again = wanted(organizationId, email.toUpperCase(), "write");
  expect(await app.refusal(requestPermission, { as: writer, body: again })).toMatchObject({ status: 409 });
  expect(await app.request(listPermissionRequests, { as: writer })).toEqual([request]);
});

test("CARE-9 an organization requests at most sixty people an hour, and the next request waits", async () => {
  const { organization, organizationId, writer } = await setUp();
  const second = await makePerson(app.db, { organization });
  const statuses: number[] = [];
  for (let turn = 0; turn < 62; turn += 1) {
    const body = wanted(organizationId, `${unique("grace")}@example.test`);
    const as = turn % 2 === 0 ? writer : second;
    const answer = await app.rawRequest("POST /api/organization-permission-request/user", { as, body });
    statuses.push(answer.status);
  }
  expect(statuses).toEqual([...Array.from({ length: 60 }, () => 200), 429, 429]);
});

test("PERM-4 the answer is the same, byte for byte, whether the email has an account or not", async () => {
  const { organizationId, writer } = await setUp();
  const elsewhere = await makePerson(app.db);
  const noProfile = await makePerson(app.db, { hasProfile: false });
  const anonymous = `${unique("person")}@example.test`;
  const ask = async (email: string) => {
    const response = await app.rawRequest("POST /api/organization-permission-request/user", {
      as: writer,
      body: wanted(organizationId, email),
    });
    const text = await response.text();
    const { organizationPermissionRequestId: id } = JSON.parse(text).data;
    const { date: _time, "x-request-id": _id, ...headers } = Object.fromEntries(response.headers);
    return { status: response.status, headers, text: text.replace(id, "ID").replace(email, "EMAIL") };
  };
  const answer = await ask(anonymous);
  expect(answer.status).toBe(200);
  expect(await ask(elsewhere.email)).toEqual(answer);
  expect(await ask(noProfile.email)).toEqual(answer);
});

test("PERM-4 an existing member of the organization cannot be requested again", async () => {
  const { organization, organizationId, writer } = await setUp();
  const member = await makePerson(app.db, { organization, permission: "read" });
  const body = wanted(organizationId, member.email.toUpperCase());
  expect(await app.refusal(requestPermission, { as: writer, body })).toMatchObject({ status: 409 });
});

test("API-5 neither call reaches another organization of the same person", async () => {
  const { writer } = await setUp();
  const other = await setUp();
  const { userProfileId: userId } = writer;
  await makePermission(app.db, { userId, organizationId: other.organizationId, permissionType: "write" });
  const theirs = await permissionOf(other.writer, other.writer);
  expect((await refuseToRemove(writer, theirs)).status).toBe(404);
  const body = wanted(other.organizationId, `${unique("grace")}@example.test`);
  expect((await app.refusal(requestPermission, { as: writer, body })).status).toBe(404);
});

test.each([
  ["no email", { email: "grace" }],
  ["an empty name", { firstName: "   " }],
  ["a name of 101 letters", { lastName: "x".repeat(101) }],
])("PERM-4 %s is refused", async (_, wrong) => {
  const { organizationId, writer } = await setUp();
  const right = wanted(organizationId, "grace@example.test");
  const body = { ...right, userDetails: { ...right.userDetails, ...wrong } };
  expect((await app.refusal(requestPermission, { as: writer, body })).status).toBe(400);
});
