import type * as calls from "#contract/account.ts";
import { hashEmailToken } from "#server/people/change-email.ts";
import { emailChanges } from "#server/schema/people.ts";
import { makePerson, unique } from "#tests/support/factories.ts";
import type { TestApp } from "#tests/support/make-app.ts";
import type { PointedAt } from "#tests/support/pointed-calls.ts";

export async function makeOwn({ db, deps }: TestApp) {
  const { userProfileId } = await makePerson(db);
  const emailToken = unique("token-of-a-new-email");
  await db.insert(emailChanges).values({
    userProfileId,
    newEmail: `${unique("new")}@example.test`,
    tokenHash: hashEmailToken(deps, emailToken),
    expiresAt: new Date(Date.now() + 3_600_000),
  });
  return { emailToken };
}

export const pointed: PointedAt<typeof calls, "emailToken"> = {
  confirmEmail: ({ emailToken }) => ({ body: { token: emailToken } }),
  getProfile: () => ({}),
  exportOwnData: ({ organizationId: requestId }) => ({ body: { requestId } }),
  updateProfile: (ids, asking) => ({
    body:
      asking.organizationId === null ? { firstName: "Ada" } : { activeOrganizationId: ids.organizationId },
  }),
  listProfilesOfOrganization: ({ organizationId }) => ({ params: { organizationId } }),
};
