const BY_ID =
  "It reads fewer rows. The answer takes each row by the id that was asked for, so no more is visible without it.";

/** Guards whose absence is not visible from outside, and why. */
export const UNSEEN: Readonly<Record<string, string>> = {
  "server/home/find-documents.ts findOpened: isAnyOf(userProfileId, openers)": BY_ID,
  "server/identity/create-identity.ts afterSignIn: eq(authSessions.userId, userId)":
    "It deletes sign-ins that have ended. They give no access and are in no list.",
  "server/notifications/create-notifications.ts checkReceivers: isAnyOf(userId, people)": BY_ID,
  "server/organizations/queries.ts findOrganizationNames: isAnyOf(organizationId, [...new Set(ids)])": BY_ID,
  "server/pages/queries.ts findColleagues: isAnyOf(userProfileId, distinctIds)": BY_ID,
  "server/people/queries.ts findListedPeople: isAnyOf(organizationPermissions.userId, ids)": BY_ID,
  "server/permissions/grant-permissions.ts findRequested: isAnyOf(organizationId, ids)": BY_ID,
  "server/permissions/people-import.ts findKnown: isAnyOf(organizationPermissions.userId, ids)": BY_ID,
  "server/organizations/noun.ts nameOrganizations: isAnyOf(organizationId, ids)": BY_ID,
  "server/people/noun.ts namePeople: isAnyOf(userProfileId, ids)": BY_ID,
};
