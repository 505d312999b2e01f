import { v7 } from "uuid";
import type * as calls from "#contract/admin/people.ts";
import { invitations } from "#server/schema/invitations.ts";
import { makePerson, unique } from "#tests/support/factories.ts";
import type { TestApp } from "#tests/support/make-app.ts";
import type { PointedAt } from "#tests/support/pointed-calls.ts";
import { PROVED } from "#tests/support/proved.ts";

async function makePeople({ db }: TestApp) {
  const [managed, removed, erased] = [await makePerson(db), await makePerson(db), await makePerson(db)];
  return {
    managedPersonId: managed.userProfileId,
    removedPersonId: removed.userProfileId,
    erasedPersonId: erased.userProfileId,
  };
}

async function makeInvitation({ db }: TestApp) {
  const invitationId = v7();
  await db.insert(invitations).values({
    invitationId,
    tokenHash: unique("hash"),
    email: `${unique("invited")}@example.test`,
    adminRole: "viewer",
    sentAt: new Date(),
    expiresAt: new Date(Date.now() + 3_600_000),
  });
  return { invitationId };
}

export async function makeOwn(app: TestApp) {
  return { ...(await makePeople(app)), ...(await makeInvitation(app)) };
}

export const pointed: PointedAt<typeof calls, keyof Awaited<ReturnType<typeof makeOwn>>> = {
  listPeople: () => ({}),
  getPerson: ({ managedPersonId }) => ({ params: { id: managedPersonId } }),
  correctName: ({ managedPersonId }) => ({
    params: { id: managedPersonId },
    body: { firstName: "Grace", lastName: "Hopper" },
  }),
  changeEmail: ({ managedPersonId }) => ({
    params: { id: managedPersonId },
    body: { newEmail: `${unique("new")}@example.test` },
    ...PROVED,
  }),
  endEmailChange: ({ managedPersonId }) => ({ params: { id: managedPersonId } }),
  resetFactor: ({ managedPersonId }) => ({ params: { id: managedPersonId }, ...PROVED }),
  removePerson: ({ removedPersonId }) => ({ params: { id: removedPersonId } }),
  exportPerson: ({ managedPersonId }) => ({ params: { id: managedPersonId }, ...PROVED }),
  previewErasure: ({ managedPersonId }) => ({ params: { id: managedPersonId } }),
  erasePerson: ({ erasedPersonId }) => ({ params: { id: erasedPersonId }, ...PROVED }),
  listAdmins: () => ({}),
  // The last owner, who stays one.
  changeAdminRole: (_ids, { userProfileId }) => ({
    params: { id: userProfileId },
    body: { adminRole: "owner" },
  }),
  listCompanyInvitations: () => ({}),
  inviteAdmin: ({ invitationId }) => ({
    body: { email: `invited-${invitationId}@example.test`, adminRole: "viewer" },
    ...PROVED,
  }),
  resendInvitation: ({ invitationId }) => ({ params: { id: invitationId } }),
  endInvitation: ({ invitationId }) => ({ params: { id: invitationId } }),
};
