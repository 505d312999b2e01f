import { z } from "zod";
import { PersonalDataLink } from "#domain/account/personal-data.ts";
import { lastName, personName, StoredEmail, UserProfile } from "#domain/account/user-profile.ts";
import { Id } from "#domain/id.ts";
import { defineCall } from "./call.ts";

export const getProfile = defineCall("GET", "user-profile/user", "signed-in", {
  reach: "person",
  staleAfter: ["permission", "person"],
  summary: "The caller's profile, or null for a signed-in person who has none",
  reply: UserProfile.nullable(),
});

export const updateProfile = defineCall("PATCH", "user-profile/user", "person", {
  reach: "person",
  summary: "Changes the caller's name or active organization",
  body: z.strictObject({
    /** Optional; the call always changes the caller's own profile. */
    userProfileId: Id.optional(),
    firstName: personName().optional(),
    lastName: lastName().optional(),
    activeOrganizationId: Id.optional(),
  }),
  reply: UserProfile,
});

export const confirmEmail = defineCall("POST", "user-profile/public/confirm-email", "public", {
  reach: "everybody",
  summary: "Confirms a person's new email with the token of a mailed link; the same link again answers alike",
  body: z.strictObject({ token: z.string().min(20).max(100) }),
  reply: z.strictObject({ email: StoredEmail }),
});

export const exportOwnData = defineCall("POST", "user-profile/user/data", "person", {
  reach: "person",
  summary:
    "A link to a JSON file of everything that the portal stores of the caller, once for each `requestId`; it works for a minute",
  body: z.strictObject({ requestId: Id }),
  reply: PersonalDataLink,
});

export const listProfilesOfOrganization = defineCall(
  "GET",
  "user-profile/user/list/organization/{organizationId}",
  "person",
  {
    reach: "organization",
    staleAfter: ["permission"],
    summary: "The people of an organization that the caller belongs to",
    reply: z.array(UserProfile),
  },
);
