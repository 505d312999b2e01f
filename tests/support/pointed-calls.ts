import type { z } from "zod";
import type { Call } from "#contract/call.ts";
import { CALLS } from "#contract/calls.ts";
import { needsConfirmation } from "#contract/confirmed-calls.ts";
import type { TestApp } from "./make-app.ts";
import { PROVED } from "./proved.ts";
import type { Ids } from "./records.ts";
import { EVIDENCE_DIFFERS } from "./test-log.ts";

/** The caller, as far as a valid request depends on them. */
export type Asking = { userProfileId: string; organizationId: string | null; isWriter: boolean };

export type Sent = { params?: Record<string, string>; body?: unknown; headers?: Record<string, string> };

type SentOf<C extends Call> = {
  params?: z.input<C["params"]> & Record<string, string>;
  body?: z.input<C["body"]>;
  headers?: Record<string, string>;
};

/** A valid request of every call in one file of the contract, for these records and those that the file makes. */
export type PointedAt<Calls extends Record<string, Call>, Own extends string = never> = {
  [Name in keyof Calls]: (ids: Ids & Record<Own, string>, asking: Asking) => SentOf<Calls[Name]>;
};

type Pointed = Record<string, (ids: Ids, asking: Asking) => Sent>;

/** Each file of the contract has a file of valid requests in tests/api/. */
const POINTED: Pointed = Object.assign(
  {},
  ...Object.values(import.meta.glob<Pointed>("../api/*.calls.ts", { eager: true, import: "pointed" })),
);

const missing = Object.keys(CALLS).filter((name) => !POINTED[name]);
if (missing.length > 0) {
  throw new Error(`Give a right request of ${missing.join(", ")} in a file tests/api/<noun>.calls.ts.`);
}

/** A valid request of a call for these records. */
export function pointAt(name: string, ids: Ids, asking: Asking): Sent {
  const point = POINTED[name];
  if (!point) throw new Error(`There is no call ${name}.`);
  return point(ids, asking);
}

/** Sends a pointed call; without a token, as a visitor. */
export async function sendPointed(
  app: TestApp,
  call: Call,
  { params = {}, body, headers: own }: Sent,
  token: string | undefined,
  headers: Record<string, string> = {},
): Promise<{ status: number; text: string }> {
  if (call === CALLS.requestVerification) app.log.allowErrors(EVIDENCE_DIFFERS);
  const path = call.path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => params[name] ?? "");
  const response = await app.rawRequest(`${call.method} /api/${path}`, {
    headers: { ...(needsConfirmation(call, body) && PROVED.headers), ...own, ...headers },
    ...(token !== undefined && { token }),
    ...(body !== undefined && { body }),
  });
  return { status: response.status, text: await response.text() };
}

/** An answer's text without the signatures of links to files, which each answer signs for itself. */
export const withoutSignatures = (text: string) => text.replaceAll(/(\/api\/files\/[^"?]+)\?[^"]+/g, "$1");
