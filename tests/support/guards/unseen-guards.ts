const BY_ID =
  "It reads fewer rows. The answer takes each row by the id that was asked for, so no more is visible without it.";

/** Guards whose absence is not visible from outside, and why. */
export const UNSEEN: Readonly<Record<string, string>> = {
  "server/home/find-documents.ts findOpened: isAnyOf( userProfileId, openings.flatMap((one) => one.userProfileId ?? []), )":
    BY_ID,
  "server/http/mount.ts answerView: !answer":
    "Every call for one person has an answer for a view (client-view.test.ts asks each), and one without would fail in any case.",
  "server/identity/create-identity.ts forgetExpiredSessions: eq(authSessions.userId, userId)":
    "It deletes sign-ins that have ended. They give no access and are in no list.",
  "server/notifications/create-notifications.ts checkReceivers: isAnyOf(userId, people)": BY_ID,
  "server/organizations/queries.ts findOrganizationNames: isAnyOf(organizationId, [...new Set(ids)])": BY_ID,
  "server/pages/queries.ts findColleagues: isAnyOf(userProfileId, distinctIds)": BY_ID,
  "server/people/queries.ts findListedPeople: isAnyOf( organizationPermissions.userId, rows.map((row) => row.userProfileId), )":
    BY_ID,
  "server/permissions/create-permission-requests.ts findAsked: isAnyOf(organizationId, ids)": BY_ID,
  "server/permissions/people-import.ts findKnown: isAnyOf(organizationPermissions.userId, ids)": BY_ID,
  "server/organizations/noun.ts nameOrganizations: isAnyOf(organizationId, ids)": BY_ID,
  "server/people/noun.ts namePeople: isAnyOf(userProfileId, ids)": BY_ID,
};
