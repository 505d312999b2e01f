import { z } from "zod";
import { MAX_PASSWORD_LENGTH, SHORTEST_PASSWORD } from "#domain/account/field-lengths.ts";
import { Email, lastName, personName, StoredEmail } from "#domain/account/user-profile.ts";
import { ReceivedInvitation } from "#domain/invitations/invitation.ts";
import { defineCall } from "./call.ts";

const token = z.string().min(20).max(100);
/** The code of the mail that `requestJoiningCode` sends. */
const code = z.string().trim().max(20).optional();

/** A person who has joined, and whether they joined the company or a client's organization. */
const Joined = z.strictObject({
  email: StoredEmail,
  isAdmin: z.boolean(),
  /** Of the document that the link opens; null: the link was of an invitation's own mail. */
  slug: z.string().nullable(),
});

export const readInvitation = defineCall("POST", "invitation/public/read", "public", {
  isReading: true,
  reach: "everybody",
  summary: "The invitation of an emailed link, by its token",
  body: z.strictObject({ token }),
  reply: ReceivedInvitation,
});

export const requestJoiningCode = defineCall("POST", "invitation/public/code", "public", {
  reach: "everybody",
  summary: "Emails the code for joining by a document's link that another browser opened first",
  body: z.strictObject({ token }),
  reply: z.strictObject({ email: StoredEmail }),
});

export const acceptInvitation = defineCall("POST", "invitation/public/accept", "public", {
  reach: "everybody",
  summary: "Accepts an invitation with a new account; a person with an account signs in first",
  body: z.strictObject({
    token,
    firstName: personName("Please enter your first name"),
    lastName: lastName("Please enter your last name"),
    password: z.string().min(SHORTEST_PASSWORD).max(MAX_PASSWORD_LENGTH),
    /** For a link that names no email. */
    email: Email.optional(),
    code,
  }),
  reply: Joined,
});

export const acceptInvitationAsSignedIn = defineCall("POST", "invitation/user/accept", "signed-in", {
  reach: "person",
  summary: "Accepts an invitation to the caller's email",
  body: z.strictObject({
    token,
    code,
    /** For a person without a profile. */
    firstName: personName("Please enter your first name").optional(),
    lastName: lastName("Please enter your last name").optional(),
  }),
  reply: Joined,
});
