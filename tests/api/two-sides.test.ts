import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { checkPeople, importPeople } from "#contract/admin/imports.ts";
import { changeAdminRole, inviteAdmin, resendInvitation } from "#contract/admin/people.ts";
import {
  changePermission,
  grantRequest,
  inviteMember,
  listPeopleOfOrganization,
  resendMemberInvitation,
} from "#contract/admin/permissions.ts";
import { getGeneralDocument, signGeneralDocument } from "#contract/agreements.ts";
import { approveDocument, declineDocument, getDocument, receiveDocument } from "#contract/documents.ts";
import { acceptInvitationAsSignedIn, readInvitation } from "#contract/invitations.ts";
import { listPermissions, requestPermission } from "#contract/permissions.ts";
import { chooseOptionalWork } from "#contract/work-orders.ts";
import type { AdminRole } from "#domain/account/admin-role.ts";
import type { PermissionType } from "#domain/permissions/organization-permission.ts";
import { firstOwnerLink } from "#server/invitations/print-owner-link.ts";
import { userProfiles } from "#server/schema/account.ts";
import { documentDecisions } from "#server/schema/document-versions.ts";
import { invitations } from "#server/schema/invitations.ts";
import { organizationPermissions } from "#server/schema/permissions.ts";
import { runCommand } from "#server/start/run-command.ts";
import {
  makeAdmin,
  makeGeneralDocument,
  makeOrganization,
  makePermission,
  makePerson,
  makeQuote,
  type TestPerson,
  unique,
} from "#tests/support/factories.ts";
import { mailedToken } from "#tests/support/mailed-code.ts";
import { startTestApp } from "#tests/support/make-app.ts";
import { PROVED } from "#tests/support/proved.ts";
import { load } from "#tests/support/world.ts";

const app = await startTestApp();
const owner = await makeAdmin(app.db, "owner");

const OF_COMPANY = { status: 409, details: { reason: "works-for-company" } };
const OF_CLIENT = { status: 409, details: { reason: "belongs-to-client" } };

/** Like a portal from before: both rights, which none can get together any more. */
async function makeBoth(adminRole: AdminRole = "owner", permission: PermissionType = "write") {
  return makePerson(app.db, { permission, profile: { adminRole } });
}

const rightsOf = async ({ userProfileId }: TestPerson) => {
  const [profile] = await app.db
    .select({ adminRole: userProfiles.adminRole })
    .from(userProfiles)
    .where(eq(userProfiles.userProfileId, userProfileId));
  const isTheirs = eq(organizationPermissions.userId, userProfileId);
  const permissions = await app.db.select().from(organizationPermissions).where(isTheirs);
  return [profile?.adminRole ?? null, ...permissions.map((one) => one.permissionType)];
};

test("FIELD-2 a client's member cannot be invited to the company, nor accept an earlier invitation", async () => {
  const later = await makePerson(app.db, { organization: null });
  const body = { email: later.email, adminRole: "editor" as const };
  const { invitationId: id } = await app.request(inviteAdmin, { as: owner, ...PROVED, body });
  const token = await mailedToken(app, later.email);
  const { organizationId } = await makeOrganization(app.db);
  await makePermission(app.db, { userId: later.userProfileId, organizationId, permissionType: "read" });

  expect(await app.refusal(inviteAdmin, { as: owner, ...PROVED, body })).toMatchObject(OF_CLIENT);
  expect(await app.refusal(resendInvitation, { as: owner, params: { id } })).toMatchObject(OF_CLIENT);
  expect(await app.request(readInvitation, { body: { token } })).toMatchObject({
    state: "belongs-to-client",
  });
  const refused = await app.refusal(acceptInvitationAsSignedIn, { as: later, body: { token } });
  expect(refused).toMatchObject(OF_CLIENT);
  expect(refused.message).toMatch(/^You belong to a client's organization.* Nothing was changed\.$/);
  expect(await rightsOf(later)).toEqual([null, "read"]);
});

test("FIELD-2 a person of the company cannot join an organization by invitation, grant or an earlier link", async () => {
  const writer = await makePerson(app.db);
  const { organizationId } = writer;
  const later = await makePerson(app.db, { organization: null });
  const userDetails = { firstName: "Grace", lastName: "Hopper", email: later.email };
  const params = { id: organizationId };
  const body = { userDetails, permissionType: "write" as const };
  const { invitations: sent } = await app.request(inviteMember, { as: owner, params, body });
  const token = await mailedToken(app, later.email);
  await app.db
    .update(userProfiles)
    .set({ adminRole: "viewer" })
    .where(eq(userProfiles.userProfileId, later.userProfileId));

  expect(await app.refusal(inviteMember, { as: owner, params, body })).toMatchObject(OF_COMPANY);
  const invitationId = sent[0]?.invitationId ?? "";
  const again = { as: owner, params: { ...params, invitationId } };
  expect(await app.refusal(resendMemberInvitation, again)).toMatchObject(OF_COMPANY);
  // The writer learns nothing of the company's people by asking.
  const asked = await app.request(requestPermission, {
    as: writer,
    body: { organizationId, userDetails, permissionType: "read" },
  });
  const grant = {
    as: owner,
    params: { id: asked.organizationPermissionRequestId },
    body: { permissionType: "read" as const },
  };
  expect(await app.refusal(grantRequest, grant)).toMatchObject(OF_COMPANY);
  expect(await app.request(readInvitation, { body: { token } })).toMatchObject({
    state: "works-for-company",
  });
  const accepting = { as: later, body: { token } };
  expect(await app.refusal(acceptInvitationAsSignedIn, accepting)).toMatchObject(OF_COMPANY);
  expect(await rightsOf(later)).toEqual(["viewer"]);
});

test("FIELD-2 a person who accepts an invitation to each side at once joins one of them", async () => {
  for (let round = 0; round < 5; round += 1) {
    const person = await makePerson(app.db, { organization: null });
    const { organizationId } = await makeOrganization(app.db);
    const { email } = person;
    const tokens: string[] = [];
    await app.request(inviteAdmin, { as: owner, ...PROVED, body: { email, adminRole: "viewer" } });
    tokens.push(await mailedToken(app, email));
    const userDetails = { firstName: "Grace", lastName: "Hopper", email };
    const body = { userDetails, permissionType: "write" as const };
    await app.request(inviteMember, { as: owner, params: { id: organizationId }, body });
    tokens.push(await mailedToken(app, email));
    const accepted = await Promise.allSettled(
      tokens.map((token) => app.request(acceptInvitationAsSignedIn, { as: person, body: { token } })),
    );
    expect(accepted.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    expect((await rightsOf(person)).filter((right) => right !== null)).toHaveLength(1);
  }
});

test("FIELD-2 a person on both sides keeps both and cannot gain more; lowering a role or a right is possible", async () => {
  const both = await makeBoth("editor", "read");
  const params = { id: both.userProfileId };
  const raise = { as: owner, ...PROVED, params, body: { adminRole: "owner" as const } };
  expect(await app.refusal(changeAdminRole, raise)).toMatchObject(OF_CLIENT);
  const { members } = await app.request(listPeopleOfOrganization, {
    as: owner,
    params: { id: both.organizationId },
  });
  const id = members[0]?.organizationPermissionId ?? "";
  const right = { as: owner, ...PROVED, params: { id } };
  expect(await app.refusal(changePermission, { ...right, body: { permissionType: "write" } })).toMatchObject(
    OF_COMPANY,
  );
  expect(await rightsOf(both)).toEqual(["editor", "read"]);
  await app.request(changeAdminRole, { as: owner, params, body: { adminRole: "viewer" } });
  await app.request(changeAdminRole, { as: owner, params, body: { adminRole: null } });
  await app.request(changePermission, { ...right, body: { permissionType: "write" } });
  expect(await rightsOf(both)).toEqual([null, "write"]);
});

test("FIELD-2 imports cannot put a person on both sides: the error names the CSV column or the path in the world file", async () => {
  const [admin, both] = [await makeAdmin(app.db, "viewer"), await makeBoth("viewer", "read")];
  const { organizationId } = await makeOrganization(app.db);
  const csv = [
    "Email,First name,Last name,Organization,Right",
    `${admin.email},A,B,${organizationId},Can read`,
    `${both.email},A,B,${both.organizationId},Can read`,
    `${both.email},A,B,${organizationId},Can read`,
  ].join("\n");
  const { rows } = await app.request(checkPeople, { as: owner, body: { csv } });
  const told = "This person works for the company, and one person can't act for both sides";
  expect(rows).toMatchObject([
    { fate: "wrong", column: "Email", note: expect.stringContaining(told) },
    { fate: "same" },
    { fate: "wrong", column: "Email" },
  ]);
  const raising = `${csv.split("\n")[0]}\n${both.email},A,B,${both.organizationId},Can read and accept`;
  for (const tried of [csv, raising]) {
    expect(await app.refusal(importPeople, { as: owner, body: { csv: tried } })).toMatchObject({
      status: 400,
    });
  }
  expect(await rightsOf(both)).toEqual(["viewer", "read"]);
  expect(await rightsOf(admin)).toEqual(["viewer"]);

  const organization = { organizationId: unique("org"), organizationName: "Blue Wren", status: "ACTIVE" };
  const permissions = [{ organizationId: organization.organizationId, permissionType: "read" }];
  const person = { firstName: "Rosa", lastName: "Keller", permissions };
  const fresh = { ...person, email: `${unique("rosa")}@example.test`, adminRole: "editor" };
  const lists = { organizations: [organization], people: [fresh] };
  await expect(load(app, lists)).rejects.toThrow(
    "people[0].adminRole: A person works for the company or belongs to organizations, and never both",
  );
  const known = { ...person, userProfileId: admin.userProfileId, email: admin.email };
  await expect(load(app, { ...lists, people: [known] })).rejects.toThrow(`people[0].permissions[0]: ${told}`);
  expect(await rightsOf(admin)).toEqual(["viewer"]);
});

test("FIELD-2 the command line and the first owner's link cannot make a client's member an owner", async () => {
  const run = (email: string) =>
    runCommand({ ...app.deps, db: app.db }, app.baseUrl)({ command: "invite-owner", email }, () => {});
  const [client, both] = [await makePerson(app.db), await makeBoth("viewer")];
  for (const { email } of [client, both]) {
    const { message, isGood } = await run(email);
    expect([isGood, message]).toEqual([
      false,
      expect.stringMatching(/^This person belongs to a client's organization/),
    ]);
  }
  expect(await rightsOf(both)).toEqual(["viewer", "write"]);
  expect(await rightsOf(client)).toEqual([null, "write"]);

  await app.db.update(userProfiles).set({ adminRole: null });
  const token = ((await firstOwnerLink({ ...app.deps, db: app.db }, app.baseUrl)) ?? "").split("#")[1] ?? "";
  const accepting = { as: client, body: { token } };
  expect(await app.refusal(acceptInvitationAsSignedIn, accepting)).toMatchObject(OF_CLIENT);
  const unused = await app.db
    .select()
    .from(invitations)
    .where(eq(invitations.usedByUserProfileId, client.userProfileId));
  expect(unused).toEqual([]);
  await app.db
    .update(userProfiles)
    .set({ adminRole: "owner" })
    .where(eq(userProfiles.userProfileId, owner.userProfileId));
});

test("FIELD-2 an owner who is also a writer cannot decide by any call until they give up one of the two", async () => {
  const both = await makeBoth();
  const { organizationId, userProfileId } = both;
  const { document, workOrders } = await makeQuote(app.db, {
    organizationId,
    workOrders: [{ isOptional: true }],
  });
  const id = document.uniqueDocumentId;
  const general = await makeGeneralDocument(app.db);
  const documentId = general.generalDocumentId;
  const sent = await app.request(getDocument, { as: both, params: { id } });
  const { contentHash } = sent;
  const refused = { status: 403, details: { reason: "works-for-company" } };
  const approval = { uniqueDocumentId: id, status: "APPROVED" as const, contentHash };
  const tried = async () => [
    await app.refusal(approveDocument, { as: both, params: { id }, body: approval }),
    await app.refusal(declineDocument, {
      as: both,
      params: { id },
      body: { uniqueDocumentId: id, status: "DECLINED" },
    }),
    await app.refusal(receiveDocument, { as: both, body: { ...sent, status: "APPROVED" } }),
    await app.refusal(receiveDocument, { as: both, body: { uniqueDocumentId: id } }),
    await app.refusal(chooseOptionalWork, {
      as: both,
      params: { id: workOrders[0]?.workOrderId ?? "" },
      body: { optional: { doesClientWantWorkDone: true } },
    }),
    await app.refusal(signGeneralDocument, {
      as: both,
      body: { userId: userProfileId, organizationId, documentId },
    }),
  ];
  for (const one of await tried()) expect(one).toMatchObject(refused);
  const decided = eq(documentDecisions.uniqueDocumentId, id);
  expect(await app.db.select().from(documentDecisions).where(decided)).toEqual([]);
  expect(await app.request(listPermissions, { as: both })).toMatchObject([
    { organizationId, decisionRefusal: { reason: "works-for-company", until: null } },
  ]);

  const self = { userId: userProfileId, documentId };
  const named = { ...self, organizationName: "Harbour Coffee" };
  expect(await app.refusal(signGeneralDocument, { as: both, body: named })).toMatchObject({
    status: 403,
    details: { reason: "only-for-self" },
  });
  const { contentHash: read } = await app.request(getGeneralDocument, { params: { id: documentId } });
  expect(
    await app.request(signGeneralDocument, { as: both, body: { ...self, contentHash: read } }),
  ).toMatchObject({
    organizationName: null,
  });

  // An owner removes the role (admin-roles.test.ts); here without the end of the sessions.
  await app.db
    .update(userProfiles)
    .set({ adminRole: null })
    .where(eq(userProfiles.userProfileId, userProfileId));
  const accepted = await app.request(approveDocument, { as: both, params: { id }, body: approval });
  expect(accepted.status).toBe("APPROVED");
});
