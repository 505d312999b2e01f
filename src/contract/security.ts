import { z } from "zod";
import { MAX_PASSWORD_LENGTH, SHORTEST_PASSWORD } from "#domain/account/field-lengths.ts";
import {
  Passkey,
  PasskeyAttestation,
  PasskeyName,
  PasskeyRequest,
  PasskeySetup,
} from "#domain/account/passkey.ts";
import {
  CurrentPassword,
  FactorCode,
  FactorSetup,
  SecondFactor,
  SignInRules,
  SignInSession,
} from "#domain/account/sign-in.ts";
import { Id } from "#domain/id.ts";
import { defineCall } from "./call.ts";

export const listSessions = defineCall("GET", "user-profile/user/session/list", "signed-in", {
  reach: "person",
  summary: "Where the caller is signed in, the last used first",
  reply: z.array(SignInSession),
});

export const endSessions = defineCall("POST", "user-profile/user/session/end", "signed-in", {
  reach: "person",
  summary:
    "Signs the caller out in one browser or program; without a session, everywhere but here. Asks for the header `step-up`",
  body: z.strictObject({ only: Id.optional().describe("The id of the session to end") }),
  reply: z.strictObject({ ended: z.int().min(0) }),
});

export const changePassword = defineCall("POST", "user-profile/user/password", "signed-in", {
  reach: "person",
  summary: "Gives the caller a new password and signs them out everywhere but here",
  body: z.strictObject({
    currentPassword: z.string().min(1).max(MAX_PASSWORD_LENGTH),
    newPassword: z.string().min(SHORTEST_PASSWORD).max(MAX_PASSWORD_LENGTH),
  }),
  reply: z.strictObject({ ended: z.int().min(0) }),
});

export const getSecondFactor = defineCall("GET", "user-profile/user/second-factor", "signed-in", {
  reach: "person",
  summary: "Whether the caller's two-step sign-in is on",
  reply: SecondFactor,
});

export const prepareSecondFactor = defineCall(
  "POST",
  "user-profile/user/second-factor/prepare",
  "signed-in",
  {
    reach: "person",
    summary:
      "A new secret for an authenticator app, and backup codes. Nothing is kept of them until they are added",
    isReading: true,
    reply: FactorSetup,
  },
);

export const addSecondFactor = defineCall("POST", "user-profile/user/second-factor", "signed-in", {
  reach: "person",
  summary: "Switches the second factor on, with the password and a code of the app; ends other sessions",
  body: z.strictObject({ password: CurrentPassword, setup: z.string().max(2000), code: FactorCode }),
  reply: SecondFactor,
});

export const removeSecondFactor = defineCall("POST", "user-profile/user/second-factor/remove", "signed-in", {
  reach: "person",
  summary: "Turns two-step sign-in off, with the password and a code",
  body: z.strictObject({ password: CurrentPassword, code: FactorCode }),
  reply: SecondFactor,
});

export const listPasskeys = defineCall("GET", "user-profile/user/passkey/list", "signed-in", {
  reach: "person",
  summary: "The caller's passkeys, the oldest first",
  reply: z.array(Passkey),
});

export const preparePasskey = defineCall("POST", "user-profile/user/passkey-setup", "signed-in", {
  reach: "person",
  summary: "What a browser needs to make a passkey. Nothing is kept of it until it is added",
  isReading: true,
  reply: PasskeySetup,
});

export const addPasskey = defineCall("POST", "user-profile/user/passkey", "signed-in", {
  reach: "person",
  summary:
    "Adds the passkey that the browser has just made; the first factor ends other sessions. Asks for the header `step-up`",
  body: z.strictObject({ passkey: PasskeyAttestation }),
  reply: Passkey,
});

export const renamePasskey = defineCall("PATCH", "user-profile/user/passkey/{id}", "signed-in", {
  reach: "person",
  summary: "Gives a passkey of the caller another name",
  body: z.strictObject({ name: PasskeyName }),
  reply: Passkey,
});

export const removePasskey = defineCall("DELETE", "user-profile/user/passkey/{id}", "signed-in", {
  reach: "person",
  summary: "Removes a passkey of the caller. Asks for the header `step-up`",
  reply: z.strictObject({ passkeyId: Id }),
});

export const requestPasskeyChallenge = defineCall("POST", "user-profile/user/passkey-request", "signed-in", {
  reach: "person",
  summary:
    "What a browser needs to use a passkey of the caller, whose signature goes into the header `step-up`",
  isReading: true,
  reply: PasskeyRequest,
});

export const getSignInRules = defineCall("GET", "organization/user/sign-in-rules", "member", {
  reach: "organization",
  summary: "How the people of the active organization must sign in",
  reply: SignInRules,
});

export const changeSignInRules = defineCall("PATCH", "organization/user/sign-in-rules", "writer", {
  reach: "organization",
  summary:
    "Changes how the people of the active organization must sign in, by a member who does so themselves. To turn a rule off asks for the header `step-up`",
  body: SignInRules.extend({
    /** Must be the active organization. */
    organizationId: Id,
  }),
  reply: SignInRules,
});
