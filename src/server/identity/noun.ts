import type { z } from "zod";
import type { Call } from "#contract/call.ts";
import * as calls from "#contract/security.ts";
import type { CallerByWho } from "../access/gates.ts";
import { AppError } from "../app-error.ts";
import type { Deps } from "../deps.ts";
import { type Route, route, slowRoute } from "../http/route.ts";
import { AT, CODES, EACH_TIME } from "../mail/sample-values.ts";
import type { Noun } from "../noun.ts";
import { changePassword } from "./change-password.ts";
import { composeCode } from "./code-mail.ts";
import { notifyPending } from "./notify-pending.job.ts";
import {
  addPasskey,
  findPasskeys,
  preparePasskey,
  removePasskey,
  renamePasskey,
  requestPasskeyChallenge,
} from "./passkeys.ts";
import {
  addSecondFactor,
  OFF,
  prepareSecondFactor,
  readSecondFactor,
  removeSecondFactor,
} from "./second-factor.ts";
import { endSessions, findSessions } from "./sessions.ts";
import {
  composeFactorReset,
  composeNewBrowser,
  composePasskey,
  composePasswordChanged,
  composeSecondFactor,
} from "./sign-in-mails.ts";

export const noun: Noun = {
  actions: {
    people: {
      "passkey.add": "added a passkey",
      "passkey.remove": "removed a passkey",
      "passkey.rename": "renamed a passkey",
      "password.change": "changed their password",
      "password.reset": "let a person choose a new password by code",
      "second-factor.add": "turned on two-step sign-in",
      "second-factor.remove": "turned off two-step sign-in",
      "second-factor.reset": "reset two-step sign-in that was lost",
      "session.end": "ended sign-ins of theirs",
      "session.end-all": "signed a person out everywhere",
      "sign-in.fail": "refused a wrong password",
      "sign-in.fail-code": "refused a wrong code after the right password",
      "sign-in.fail-passkey": "refused a passkey",
      "sign-in.new-browser": "let a person in from a new browser",
    },
  },
  jobs: [notifyPending],
  mails: [
    {
      order: 10,
      mailKind: "password-code",
      name: "Code for a new password",
      when: `A person requests a new password. ${CODES}`,
      to: "The email of the account, if there is one",
      again: EACH_TIME,
      compose: (brand) => composeCode(brand, { purpose: "reset-password", code: "40718265" }),
    },
    {
      order: 20,
      mailKind: "email-code",
      name: "Code for an email address",
      when: `A person signs in for the first time, and their email isn't confirmed. ${CODES}`,
      to: "The email of the account",
      again: EACH_TIME,
      compose: (brand) => composeCode(brand, { purpose: "verify-email", code: "40718265" }),
    },
    {
      order: 30,
      mailKind: "password-changed",
      name: "Your password was changed",
      when: "A person changes their password, or chooses a new one by code",
      to: "The email of the account",
      again: EACH_TIME,
      compose: (brand, publicUrl) => composePasswordChanged(brand, publicUrl, AT),
    },
    {
      order: 40,
      mailKind: "new-browser",
      name: "A new browser signed in",
      when: "A person signs in with a browser or program that the account doesn't know, but not at the first sign-in",
      to: "The email of the account",
      again: EACH_TIME,
      compose: (brand, publicUrl) =>
        composeNewBrowser(brand, publicUrl, { browser: "Chrome on Windows", at: AT }),
    },
    {
      order: 50,
      mailKind: "second-factor",
      name: "Two-step sign-in on or off",
      when: "A person turns two-step sign-in on or off",
      to: "The email of the account",
      again: EACH_TIME,
      compose: (brand, publicUrl) =>
        composeSecondFactor(brand, publicUrl, { isOn: true, hasPasskey: false, at: AT }),
    },
    {
      order: 60,
      mailKind: "passkey",
      name: "Passkey added or removed",
      when: "A person adds or removes a passkey",
      to: "The email of the account",
      again: EACH_TIME,
      compose: (brand, publicUrl) =>
        composePasskey(brand, publicUrl, {
          change: "add",
          name: "Chrome on Windows",
          isFirst: true,
          at: AT,
        }),
    },
    {
      order: 70,
      mailKind: "factor-reset",
      name: "Two-step sign-in reset",
      when: "An owner, or the command line, resets the two-step sign-in of a person who lost their second step",
      to: "The email of the account, and all owners",
      again: EACH_TIME,
      compose: (brand, publicUrl) =>
        composeFactorReset(brand, publicUrl, { name: "Ada Byron", by: "Grace Hopper", at: AT }),
    },
  ],
};

/** A view of the portal as a client is of no one in particular. */
const ANONYMOUS = new AppError(
  "not-found",
  "You are viewing as a client. Leave the view to set up your own two-step sign-in.",
);

/** A call about the caller's own sign-in. It reads outside of their scope, which reaches no session. */
function ownRoute<C extends Call>(
  call: C,
  read: (deps: Deps, caller: CallerByWho[C["who"]]) => Promise<z.input<C["reply"]>>,
  handleView: Route["handleView"] = () => Promise.reject(ANONYMOUS),
): Route {
  return { ...slowRoute(call, async ({ caller }) => caller, read), handleView };
}

export const routes: Route[] = [
  ownRoute(calls.listSessions, findSessions, async () => ({ data: [] })),
  route(calls.endSessions, ({ deps, caller, body, proof }) => endSessions(deps, caller, { ...body, proof })),
  route(calls.changePassword, ({ deps, caller, body }) => changePassword(deps, caller, body)),
  ownRoute(calls.getSecondFactor, readSecondFactor, async () => ({ data: OFF })),
  ownRoute(calls.prepareSecondFactor, prepareSecondFactor),
  route(calls.addSecondFactor, ({ deps, caller, body, proof }) =>
    addSecondFactor(deps, caller, { ...body, proof }),
  ),
  route(calls.removeSecondFactor, ({ deps, caller, body }) => removeSecondFactor(deps, caller, body)),
  ownRoute(calls.listPasskeys, findPasskeys, async () => ({ data: [] })),
  ownRoute(calls.requestPasskeyChallenge, requestPasskeyChallenge),
  ownRoute(calls.preparePasskey, preparePasskey),
  route(calls.addPasskey, ({ deps, caller, body, proof }) => addPasskey(deps, caller, { ...body, proof })),
  route(calls.renamePasskey, ({ deps, caller, params, body }) =>
    renamePasskey(deps, caller, { ...params, ...body }),
  ),
  route(calls.removePasskey, ({ deps, caller, params, proof }) =>
    removePasskey(deps, caller, { ...params, proof }),
  ),
];
