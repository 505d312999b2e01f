import { z } from "zod";
import { MAX_PASSWORD_LENGTH, SHORTEST_PASSWORD } from "#domain/account/field-lengths.ts";
import { PasskeyAssertion, PasskeyRequest } from "#domain/account/passkey.ts";
import { FactorCode, TypedCode } from "#domain/account/sign-in.ts";
import { AccountEmail } from "#domain/account/user-profile.ts";
import type { Deps } from "../deps.ts";
import type { LibraryApi } from "./create-identity.ts";
import { endWithIssuer } from "./issuer-session.ts";
import { makePasskeyRequest } from "./passkey-challenge.ts";

/** The limits of attempts in a window. A browser that the account knows (known-devices.ts) has only the first. */
export type Attempts = {
  name: string;
  /** From one network, or one known browser, on one account. */
  perRequester: number;
  /** From one network on all accounts. An office of forty people is one network. */
  perNetwork: number;
  /** From all unknown browsers together on one account. */
  perAccountAnHour?: number;
  windowSeconds: number;
  counts: "all" | "failed";
};

const SIGN_IN: Attempts = {
  name: "sign-in",
  perRequester: 10,
  perNetwork: 200,
  perAccountAnHour: 100,
  windowSeconds: 10 * 60,
  counts: "failed",
};
/** Without a limit for the account alone, because no one guesses a signature. */
const PASSKEY: Attempts = {
  name: "passkey",
  perRequester: 20,
  perNetwork: 200,
  windowSeconds: 10 * 60,
  counts: "failed",
};
/** Mails to one account are limited apart (code-limits.ts), because its owner must always be able to use a code. */
const CODE_REQUEST: Attempts = {
  name: "code-request",
  perRequester: 5,
  perNetwork: 200,
  windowSeconds: 60 * 60,
  counts: "all",
};
const CODE_USE: Attempts = {
  name: "code-use",
  perRequester: 10,
  perNetwork: 200,
  windowSeconds: 10 * 60,
  counts: "failed",
};

/** What a call gives the library: only checked values, and few headers of the caller. */
type LibraryRequest<Body> = { api: LibraryApi; deps: Deps; body: Body; headers: Headers };
/** The answer of a call, and its cookies if there are any. */
export type SignInAnswer = { response: object; headers?: Headers | null };

/** A served call; all others of the sign-in library answer 404. */
export type SignInCall<Body = unknown> = {
  method: "GET" | "POST";
  path: string;
  summary: string;
  query?: z.ZodType;
  body?: z.ZodType<Body>;
  run(request: LibraryRequest<Body>): Promise<SignInAnswer> | SignInAnswer;
  /** The body of a success, for the API's description. */
  reply: z.ZodType;
  needsSession?: true;
  attempts?: Attempts;
  /** Whether a success shows that the account is the caller's, so that it knows their browser from now on. */
  knowsDevice?: true;
  /** Whether a success makes a session, which replaces the one that the browser had. */
  startsSession?: true;
  /** What the owner of the account is mailed about after a success. */
  notifies?: "new-browser" | "new-password";
  /** Whether the body's password is a new one. */
  setsPassword?: true;
  /** Whether it mails a code or uses one. */
  mailedCode?: "request" | "use";
  /** Every email gets the answer after the same time, so timing does not reveal accounts. */
  isEvenlyTimed?: true;
};

const email = AccountEmail.toLowerCase();
const timeZone = z
  .string()
  .max(100)
  .optional()
  .describe("The browser's, such as Australia/Perth. Reminders reach the person in its daytime");
const otp = TypedCode.pipe(z.string().min(1));

/** Pages get none: see serve-sign-in.ts. */
const Session = z.object({
  token: z
    .string()
    .optional()
    .describe("The session's, for programs. A browser's page has it in its cookie alone"),
});

const Success = z.object({ success: z.boolean() });

/** The portal's pages send it, because browsers log every 401. */
export const TokenQuery = z.object({
  optional: z.literal("1").optional().describe("Without a session, answer 204 in place of 401"),
});

/** A call whose body has the type that its schema reads. */
const withBody = <Body>(call: SignInCall<Body> & { body: z.ZodType<Body> }): SignInCall => call;

export const SIGN_IN_CALLS: readonly SignInCall[] = [
  withBody({
    method: "POST",
    path: "/sign-in/email",
    summary:
      "Signs a person in. Programs get the session's `token`, valid for seven days, browsers only its cookie",
    body: z.object({
      email,
      password: z.string().min(1).max(MAX_PASSWORD_LENGTH),
      rememberMe: z.boolean().optional(),
      code: FactorCode.optional().describe("Of the authenticator app, or a backup code"),
      timeZone,
    }),
    run: ({ api, body, headers }) => api.signInEmail({ body, headers, returnHeaders: true }),
    reply: Session,
    knowsDevice: true,
    startsSession: true,
    notifies: "new-browser",
    attempts: SIGN_IN,
  }),
  {
    method: "GET",
    path: "/passkey/ask",
    summary: "What a browser needs to sign in with a passkey, within five minutes",
    run: ({ deps }) => ({ response: makePasskeyRequest(deps, { of: "sign-in" }, []) }),
    reply: PasskeyRequest,
  },
  withBody({
    method: "POST",
    path: "/sign-in/passkey",
    summary: "Signs the owner of a passkey in, without a password or code. Browsers only get a cookie",
    body: PasskeyAssertion.extend({ timeZone }),
    run: ({ api, body, headers }) => api.signInByPasskey({ body, headers, returnHeaders: true }),
    reply: Session,
    knowsDevice: true,
    startsSession: true,
    notifies: "new-browser",
    attempts: PASSKEY,
  }),
  {
    method: "GET",
    path: "/token",
    summary: "An identity token for the other calls, valid for 15 minutes",
    query: TokenQuery,
    run: ({ api, headers }) => api.getToken({ headers, returnHeaders: true }),
    reply: z.object({ token: z.string() }),
    needsSession: true,
  },
  {
    method: "GET",
    path: "/jwks",
    summary: "The public keys of identity tokens",
    run: ({ api, headers }) => api.getJwks({ headers, returnHeaders: true }),
    reply: z.object({ keys: z.array(z.looseObject({ kid: z.string() })) }),
  },
  {
    method: "POST",
    path: "/sign-out",
    summary: "Ends the session and its identity tokens",
    run: async ({ api, deps, headers }) => {
      const signOut = () => api.signOut({ headers, returnHeaders: true });
      const { answer, endSessionUrl } = await endWithIssuer(deps, headers.get("cookie"), signOut);
      return {
        ...answer,
        response: { ...answer.response, ...(endSessionUrl !== null && { endSessionUrl }) },
      };
    },
    reply: Success.extend({
      endSessionUrl: z
        .string()
        .optional()
        .describe("Where the issuer of a single sign-on ends its own session, and leads back to the portal"),
    }),
    needsSession: true,
  },
  withBody({
    method: "POST",
    path: "/email-otp/request-password-reset",
    summary: "Mails a code to choose a new password with; every email gets the same answer",
    body: z.object({ email }),
    run: ({ api, body, headers }) => api.requestPasswordResetEmailOTP({ body, headers, returnHeaders: true }),
    reply: Success,
    attempts: CODE_REQUEST,
    mailedCode: "request",
    isEvenlyTimed: true,
  }),
  withBody({
    method: "POST",
    path: "/email-otp/reset-password",
    summary: "Sets a new password with the emailed code, and ends all sessions of the person",
    body: z.object({ email, otp, password: z.string().min(SHORTEST_PASSWORD).max(MAX_PASSWORD_LENGTH) }),
    run: ({ api, body, headers }) => api.resetPasswordEmailOTP({ body, headers, returnHeaders: true }),
    reply: Success,
    knowsDevice: true,
    attempts: CODE_USE,
    mailedCode: "use",
    notifies: "new-password",
    setsPassword: true,
    isEvenlyTimed: true,
  }),
  withBody({
    method: "POST",
    path: "/email-otp/send-verification-otp",
    summary: "Mails a code that verifies an email; every email gets the same answer",
    body: z.object({ email, type: z.literal("email-verification") }),
    run: ({ api, body, headers }) => api.sendVerificationOTP({ body, headers, returnHeaders: true }),
    reply: Success,
    attempts: CODE_REQUEST,
    mailedCode: "request",
    isEvenlyTimed: true,
  }),
  withBody({
    method: "POST",
    path: "/email-otp/verify-email",
    summary: "Verifies an email with the emailed code",
    body: z.object({ email, otp }),
    run: ({ api, body, headers }) => api.verifyEmailOTP({ body, headers, returnHeaders: true }),
    reply: z.object({ status: z.boolean() }),
    knowsDevice: true,
    attempts: CODE_USE,
    mailedCode: "use",
    isEvenlyTimed: true,
  }),
];
