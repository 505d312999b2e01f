import { z } from "zod";
import {
  Passkey,
  PasskeyAttestation,
  PasskeyName,
  PasskeyRequest,
  PasskeySetup,
} from "#domain/account/passkey.ts";
import { Id } from "#domain/id.ts";
import { defineCall } from "./call.ts";

export const listPasskeys = defineCall("GET", "user-profile/user/passkey/list", {
  who: "signed-in",
  reach: "person",
  summary: "The caller's passkeys, the oldest first",
  reply: z.array(Passkey),
});

export const preparePasskey = defineCall("POST", "user-profile/user/passkey-setup", {
  who: "signed-in",
  reach: "person",
  summary: "What a browser needs to make a passkey. Nothing is kept of it until it is added",
  isReading: true,
  reply: PasskeySetup,
});

export const addPasskey = defineCall("POST", "user-profile/user/passkey", {
  who: "signed-in",
  reach: "person",
  summary:
    "Adds the passkey that the browser has just made; the first factor ends other sessions. Asks for the header `step-up`",
  body: z.strictObject({ passkey: PasskeyAttestation }),
  reply: Passkey,
});

export const renamePasskey = defineCall("PATCH", "user-profile/user/passkey/{id}", {
  who: "signed-in",
  reach: "person",
  summary: "Gives a passkey of the caller another name",
  params: z.strictObject({ id: Id }),
  body: z.strictObject({ name: PasskeyName }),
  reply: Passkey,
});

export const removePasskey = defineCall("DELETE", "user-profile/user/passkey/{id}", {
  who: "signed-in",
  reach: "person",
  summary: "Removes a passkey of the caller. Asks for the header `step-up`",
  params: z.strictObject({ id: Id }),
  reply: z.strictObject({ passkeyId: Id }),
});

export const askForPasskey = defineCall("POST", "user-profile/user/passkey-request", {
  who: "signed-in",
  reach: "person",
  summary:
    "What a browser needs to use a passkey of the caller, whose signature goes into the header `step-up`",
  isReading: true,
  reply: PasskeyRequest,
});
