import { and, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { getOrganization } from "#contract/admin/organizations.ts";
import {
  changePermission,
  endMemberInvitation,
  endPermission,
  grantRequest,
  inviteMember,
  listAllRequests,
  listPeopleOfOrganization,
  refuseRequest,
  resendMemberInvitation,
} from "#contract/admin/permissions.ts";
import { getDocument } from "#contract/documents.ts";
import { acceptInvitation, readInvitation } from "#contract/invitations.ts";
import { listNotifications } from "#contract/notifications.ts";
import {
  listPermissionRequests,
  listPermissionsOfOrganization,
  requestPermission,
} from "#contract/permissions.ts";
import { REQUEST_DAYS } from "#domain/permissions/managed-people.ts";
import { expireRequests } from "#server/permissions/expire-requests.job.ts";
import { auditEvents } from "#server/schema/audit.ts";
import { mails } from "#server/schema/mail.ts";
import { organizationPermissionRequests, organizationPermissions } from "#server/schema/permissions.ts";
import {
  makeAdmin,
  makeDocument,
  makeOrganization,
  makePerson,
  type TestPerson,
  unique,
} from "#tests/support/factories.ts";
import { mailedToken } from "#tests/support/mailed-code.ts";
import { startTestApp } from "#tests/support/make-app.ts";
import { PROVED } from "#tests/support/proved.ts";
import { untilWaiting } from "#tests/support/until-waiting.ts";

const app = await startTestApp();
const viewer = await makeAdmin(app.db, "viewer");
const owner = await makeAdmin(app.db, "owner");

const people = (id: string) => app.request(listPeopleOfOrganization, { as: viewer, params: { id } });

/** A writer who has requested a new person. */
async function makeRequest(permissionType: "read" | "write" = "read") {
  const writer = await makePerson(app.db);
  const { organizationId } = writer;
  const userDetails = { email: `${unique("ana")}@example.test`, firstName: "Ana", lastName: "Silva" };
  const request = await app.request(requestPermission, {
    as: writer,
    body: { organizationId, userDetails, permissionType },
  });
  const id = request.organizationPermissionRequestId;
  return { writer, organizationId, userDetails, id, params: { id } };
}

const messagesOf = async (as: TestPerson) => {
  const span = { startDate: "2000-01-01T00:00:00.000Z", endDate: new Date().toISOString() };
  return (await app.request(listNotifications, { as, body: span })).map(({ message }) => message);
};

const recorded = (subjectId: string, action: string) =>
  app.db
    .select()
    .from(auditEvents)
    .where(and(eq(auditEvents.subjectId, subjectId), eq(auditEvents.action, action)));

test("COMPANY-3 PERM-4 a granted request becomes a permission when the invited person joins, not before", async () => {
  const { writer, organizationId, userDetails, params, id } = await makeRequest();
  expect((await people(organizationId)).requests).toMatchObject([
    { organizationPermissionRequestId: id, userDetails, isGranted: false, organizationName: organizationId },
  ]);
  const granted = await app.request(grantRequest, { as: owner, params, body: { permissionType: "write" } });
  expect(granted.requests).toMatchObject([{ isGranted: true, permissionType: "write" }]);
  expect(granted.members).toHaveLength(1);
  const organization = { as: viewer, params: { id: organizationId } };
  expect(await app.request(getOrganization, organization), "it waits for no answer").toMatchObject({
    requests: 0,
  });
  expect(granted.invitations).toMatchObject([{ email: userDetails.email, permissionType: "write" }]);
  expect(await app.request(listPermissionRequests, { as: writer })).toHaveLength(1);

  const token = await mailedToken(app, userDetails.email);
  const password = "a quiet harbour at dawn";
  await app.request(acceptInvitation, {
    body: { token, password, firstName: "Ana", lastName: "Silva" },
  });
  const joined = await people(organizationId);
  expect(joined.members).toContainEqual(
    expect.objectContaining({ email: userDetails.email, permissionType: "write" }),
  );
  expect([joined.requests, joined.invitations]).toEqual([[], []]);
  expect(await app.request(listPermissionRequests, { as: writer })).toEqual([]);
  expect(await recorded(id, "permission-request.grant")).toMatchObject([
    { organizationId, userProfileId: owner.userProfileId, details: { asked: "read", granted: "write" } },
  ]);
});

test("COMPANY-3 a refused request is removed, its writer is notified of the reason, and a sent invitation stops working", async () => {
  const { writer, organizationId, userDetails, params, id } = await makeRequest();
  await app.request(grantRequest, { as: owner, params, body: { permissionType: "read" } });
  const token = await mailedToken(app, userDetails.email);
  const refused = await app.request(refuseRequest, { as: owner, params, body: { reason: "She has left." } });
  expect(refused).toMatchObject({ requests: [], invitations: [] });
  expect(await app.request(readInvitation, { body: { token } })).toMatchObject({ state: "ended" });
  expect(await messagesOf(writer)).toContain(
    `We haven't given Ana Silva (${userDetails.email}) access. Our reason: She has left.`,
  );
  expect(await recorded(id, "permission-request.refuse")).toMatchObject([
    { organizationId, details: { reason: "She has left." } },
  ]);
  for (const again of [
    app.refusal(refuseRequest, { as: owner, params, body: { reason: "" } }),
    app.refusal(grantRequest, { as: owner, params, body: { permissionType: "read" } }),
  ]) {
    expect(await again).toMatchObject({ status: 404, message: expect.stringContaining("no longer exists") });
  }
});

test("COMPANY-3 when two owners answer one request at once, the second gets a conflict, and nothing is half done", async () => {
  const { organizationId, userDetails, id } = await makeRequest();
  const other = await makeAdmin(app.db, "owner");
  const answers = await Promise.all([
    app.rawRequest(`POST /api/organization-permission-request/admin/${id}/refuse`, {
      as: owner,
      body: { reason: "" },
      ...PROVED,
    }),
    app.rawRequest(`POST /api/organization-permission-request/admin/${id}/grant`, {
      as: other,
      body: { permissionType: "read" },
      ...PROVED,
    }),
  ]);
  const statuses = answers.map(({ status }) => status);
  const { requests, invitations } = await people(organizationId);
  const pending = await app.db.select().from(mails).where(eq(mails.recipient, userDetails.email));
  // Granted first, then refused: both succeed and nothing is left. Refused first: no invitation is sent.
  if (statuses[1] === 200) expect([statuses[0], requests, invitations]).toEqual([200, [], []]);
  else expect([...statuses, requests, invitations, pending]).toEqual([200, 404, [], [], []]);
});

test("COMPANY-3 old requests expire and their writers are told; a granted one waits for its invitation", async () => {
  const [old, granted, young] = [await makeRequest(), await makeRequest(), await makeRequest()];
  await app.request(grantRequest, { as: owner, params: granted.params, body: { permissionType: "read" } });
  const longAgo = new Date(Date.now() - (REQUEST_DAYS * 24 + 1) * 3_600_000);
  for (const { id } of [old, granted]) {
    await app.db
      .update(organizationPermissionRequests)
      .set({ createdAt: longAgo })
      .where(eq(organizationPermissionRequests.organizationPermissionRequestId, id));
  }
  await expireRequests.run(app.deps, {});
  await expireRequests.run(app.deps, {});
  const left = async ({ organizationId }: typeof old) => (await people(organizationId)).requests.length;
  expect([await left(old), await left(granted), await left(young)]).toEqual([0, 1, 1]);
  expect(await messagesOf(old.writer)).toEqual([
    `Your request for Ana Silva (${old.userDetails.email}) has expired. Please ask again if they still need access.`,
  ]);
  expect(await recorded(old.id, "permission-request.expire")).toMatchObject([
    { organizationId: old.organizationId, userProfileId: null },
  ]);
});

test("COMPANY-3 a member's right is changed and removed with effect from their next call", async () => {
  const organization = await makeOrganization(app.db);
  const { organizationId } = organization;
  const member = await makePerson(app.db, { organization });
  const { uniqueDocumentId: id } = await makeDocument(app.db, { organizationId });
  const { contentHash } = await app.request(getDocument, { as: member, params: { id } });
  const [found] = (await people(organizationId)).members;
  const params = { id: found?.organizationPermissionId ?? "" };
  const accept = () =>
    app.rawRequest(`POST /api/unique-document/user/${id}/approve`, {
      as: member,
      body: { uniqueDocumentId: id, status: "APPROVED", contentHash },
    });

  const changed = await app.request(changePermission, {
    as: owner,
    params,
    body: { permissionType: "read" },
  });
  expect(changed.members).toMatchObject([{ permissionType: "read" }]);
  expect((await accept()).status).toBe(403);
  expect(await recorded(params.id, "permission.change")).toMatchObject([
    { organizationId, details: { userId: member.userProfileId, from: "write", to: "read" } },
  ]);

  await app.request(endPermission, { as: owner, params });
  expect((await people(organizationId)).members).toEqual([]);
  expect(
    await app.refusal(listPermissionsOfOrganization, { as: member, params: { organizationId } }),
  ).toMatchObject({ status: 404 });
  expect(await app.refusal(endPermission, { as: owner, params })).toMatchObject({ status: 404 });
});

test("COMPANY-3 TRUST-5 saving a right that is lowered at the same time does not raise it", async () => {
  const member = await makePerson(app.db);
  const { organizationId } = member;
  const [found] = (await people(organizationId)).members;
  const id = found?.organizationPermissionId ?? "";
  const asked: ReturnType<typeof app.refusal>[] = [];
  await app.db.transaction(async (tx) => {
    const isIt = eq(organizationPermissions.organizationPermissionId, id);
    await tx.update(organizationPermissions).set({ permissionType: "read" }).where(isIt);
    const body = { permissionType: "write" as const };
    asked.push(app.refusal(changePermission, { as: owner, params: { id }, body }));
    await untilWaiting(app, 1);
  });
  expect(await asked[0]).toMatchObject({ status: 409, details: { reason: "changed-meanwhile" } });
  expect((await people(organizationId)).members).toMatchObject([{ permissionType: "read" }]);
});

test("COMPANY-3 an owner invites a person, mails them again and withdraws the invitation", async () => {
  const { organizationId } = await makeOrganization(app.db);
  const params = { id: organizationId };
  const userDetails = { email: `${unique("jo")}@example.test`, firstName: "Jo", lastName: "Marsh" };
  const invited = await app.request(inviteMember, {
    as: owner,
    params,
    body: { userDetails, permissionType: "write" },
  });
  const [invitation] = invited.invitations;
  const first = await mailedToken(app, userDetails.email);
  const named = { ...params, invitationId: invitation?.invitationId ?? "" };
  await app.request(resendMemberInvitation, { as: owner, params: named });
  expect(await app.refusal(readInvitation, { body: { token: first } })).toMatchObject({ status: 404 });

  const elsewhere = { ...named, id: (await makeOrganization(app.db)).organizationId };
  expect(await app.refusal(endMemberInvitation, { as: owner, params: elsewhere })).toMatchObject({
    status: 404,
  });
  await app.request(endMemberInvitation, { as: owner, params: named });
  expect((await people(organizationId)).invitations).toEqual([]);
  expect(await app.refusal(resendMemberInvitation, { as: owner, params: named })).toMatchObject({
    status: 404,
  });
});

test("COMPANY-3 a member cannot be invited again, nor anyone to an organization that does not exist", async () => {
  const member = await makePerson(app.db);
  const userDetails = { email: member.email.toUpperCase(), firstName: "Ada", lastName: "Byron" };
  const body = { userDetails, permissionType: "read" } as const;
  expect(
    await app.refusal(inviteMember, { as: owner, params: { id: member.organizationId }, body }),
  ).toMatchObject({ status: 409, details: { reason: "already-in" } });
  expect(await app.refusal(inviteMember, { as: owner, params: { id: "nowhere" }, body })).toMatchObject({
    status: 404,
  });
});

test("COMPANY-3 the requests of all organizations are one list", async () => {
  const { organizationId, userDetails, writer } = await makeRequest();
  const query = { limit: 10, q: userDetails.email };
  const { data, page } = await app.requestPage(listAllRequests, { as: viewer, query });
  expect(page).toMatchObject({ total: 1 });
  expect(data).toMatchObject([
    { organizationId, userDetails, requestedByName: expect.stringContaining("Ada Byron") },
  ]);
  expect(writer.organizationId).toBe(organizationId);
});
