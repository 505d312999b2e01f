import { AsyncLocalStorage } from "node:async_hooks";
import { isAPIError } from "better-auth/api";
import { z } from "zod";
import type { Id } from "#domain/id.ts";
import { codeOf, hasCause, hasEngineStopped, isDiskFull } from "../causes.ts";
import { isUnreachable } from "../db/database-failure.ts";
import { refusalOf } from "./sign-in-failure.ts";

/** What the hooks of the sign-in library know of the call that is under way, besides its body. */
export type LibraryCall = {
  email?: string;
  /** For whom mailed codes work (known-devices.ts). */
  requester?: string;
  /** The account does not know the browser. */
  isUnknownBrowser?: boolean;
  /** The long code that a request mails, or that someone typed. */
  longCode?: string | null;
  /** Of the second factor. */
  code?: string | null;
  /** The time zone of the browser that signs in. */
  timeZone?: string | undefined;
  /** The passkey that this call has verified. */
  passkey?: { authUserId: string; passkeyId: Id };
  /** The person whom an issuer signed in, and whether a code of theirs was right as well. */
  issuer?: IssuerSignIn;
};

export type IssuerSignIn = {
  authUserId: string;
  linkedIdentityId: Id;
  factor: "none" | "code";
  issuerSessionId: string | null;
  sealedIdToken: string | null;
};

const calls = new AsyncLocalStorage<LibraryCall & { failure?: unknown }>();

/** PostgreSQL's class of errors of constraints. The library expects them, and answers them rightly. */
const REFUSED = /^23/;

/** The call of the library that is under way. */
export function currentCall(): LibraryCall {
  return calls.getStore() ?? {};
}

/** Calls the library. It reports a failed database as "not signed in": here the failure itself is thrown. */
export async function callLibrary<Answer>(call: LibraryCall, send: () => Promise<Answer>): Promise<Answer> {
  const made: LibraryCall & { failure?: unknown } = { ...call };
  const answer = await calls.run(made, send).catch((error: unknown) => {
    throw made.failure ?? (isAPIError(error) ? refusalOf(error) : error);
  });
  if (made.failure !== undefined) throw made.failure;
  return answer;
}

/** A statement of the library. */
export async function trackFailure<Answer>(request: Promise<Answer>): Promise<Answer> {
  return request.catch((error: unknown) => {
    const call = calls.getStore();
    if (call && isFailure(error)) call.failure ??= error;
    throw error;
  });
}

/** Whether the database has failed the current call, which is logged elsewhere. */
export function hasFailed(): boolean {
  return calls.getStore()?.failure !== undefined;
}

function isFailure(error: unknown): boolean {
  const isOfStatement = hasCause(error, (cause) => "severity" in cause && !REFUSED.test(codeOf(cause)));
  return isOfStatement || isUnreachable(error) || hasEngineStopped(error) || isDiskFull(error);
}

// The sign-in library refuses addresses that are valid, such as r&d@client.example and post@client.xn--p1ai, and its
// rule cannot be set. It gets the address encoded in letters that it accepts.

/** No mailbox is below ".invalid" (RFC 2606). */
const ENCODED = "@encoded.invalid";

const KnownToLibrary = z.email();

/** The email under which the library looks an account up. */
export function libraryEmail(email: string): string {
  if (KnownToLibrary.safeParse(email).success && !email.toLowerCase().endsWith(ENCODED)) return email;
  return `x${Buffer.from(email).toString("hex")}${ENCODED}`;
}

/** The email of the account that the library looks up. */
export function ownEmail(email: string): string {
  if (!email.endsWith(ENCODED)) return email;
  return Buffer.from(email.slice(1, -ENCODED.length), "hex").toString();
}
