import { z } from "zod";
import { CurrentPassword, FactorCode, FactorSetup, SecondFactor } from "#domain/account/sign-in.ts";
import { defineCall } from "./call.ts";

export const getSecondFactor = defineCall("GET", "user-profile/user/second-factor", {
  who: "signed-in",
  reach: "person",
  summary: "Whether the caller signs in with a second factor",
  reply: SecondFactor,
});

export const prepareSecondFactor = defineCall("POST", "user-profile/user/second-factor/prepare", {
  who: "signed-in",
  reach: "person",
  summary:
    "A new secret for an authenticator app, and backup codes. Nothing is kept of them until they are added",
  isReading: true,
  reply: FactorSetup,
});

export const addSecondFactor = defineCall("POST", "user-profile/user/second-factor", {
  who: "signed-in",
  reach: "person",
  summary: "Switches the second factor on, with the password and a code of the app; ends other sessions",
  body: z.strictObject({ password: CurrentPassword, setup: z.string().max(2000), code: FactorCode }),
  reply: SecondFactor,
});

export const removeSecondFactor = defineCall("POST", "user-profile/user/second-factor/remove", {
  who: "signed-in",
  reach: "person",
  summary: "Switches the second factor off, with the password and a code",
  body: z.strictObject({ password: CurrentPassword, code: FactorCode }),
  reply: SecondFactor,
});
