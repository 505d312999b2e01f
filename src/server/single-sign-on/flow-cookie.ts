import { z } from "zod";
import { FLOW_MINUTES } from "#domain/single-sign-on/issuer.ts";
import { AppError } from "../app-error.ts";
import type { Deps } from "../deps.ts";
import { readCookie } from "../identity/known-devices.ts";

// A sign-in at an issuer is remembered in the browser that began it: sealed, for ten minutes, and each step works once
// (identity/consume-once.ts). So beginning one writes no row, and another browser can end none.

const Begun = z.strictObject({
  step: z.literal("begun"),
  issuerId: z.string(),
  state: z.string(),
  nonce: z.string(),
  codeVerifier: z.string(),
  returnTo: z.string().nullable(),
  startedAt: z.number(),
  /** The session that is confirmed by a fresh sign-in; null: a new one is made. */
  confirms: z.strictObject({ authUserId: z.string(), sessionId: z.string() }).nullable(),
});
export type Begun = z.infer<typeof Begun>;

/** Whom the issuer named, until the person has entered the code of their second factor. */
const Arrived = z.strictObject({
  step: z.literal("arrived"),
  id: z.string(),
  issuerId: z.string(),
  subject: z.string(),
  email: z.string().nullable(),
  isEmailVerified: z.boolean(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  issuerSessionId: z.string().nullable(),
  returnTo: z.string().nullable(),
  startedAt: z.number(),
});
export type Arrived = z.infer<typeof Arrived>;

const Flow = z.discriminatedUnion("step", [Begun, Arrived]);

type CookieDeps = Pick<Deps, "secrets" | "clock" | "env">;

export const FLOW_OVER = new AppError(
  "conflict",
  "This sign-in took too long, was used already, or began in another window or browser. Please begin again.",
  { reason: "flow-over" },
);

export const FLOW_SIGNED_OUT = new AppError(
  "conflict",
  "You were signed out while you signed in. Please sign in again.",
  { reason: "flow-over" },
);

/** The Set-Cookie header of a flow; null removes it. */
export function flowCookie({ secrets, env }: CookieDeps, flow: Begun | Arrived | null): string {
  const isHttps = env.publicUrl.startsWith("https:");
  const value =
    flow === null ? "" : Buffer.from(secrets.seal(JSON.stringify(flow)), "base64").toString("base64url");
  const age = flow === null ? 0 : FLOW_MINUTES * 60;
  return (
    `${isHttps ? "__Host-" : ""}counterpart.issuer=${value}; Max-Age=${age}; Path=/; HttpOnly; ` +
    `${isHttps ? "Secure; " : ""}SameSite=Lax`
  );
}

/** The flow of a browser. Throws AppError "conflict" if it has none, or an old one. */
export function readFlow({ secrets, clock, env }: CookieDeps, cookies = ""): Begun | Arrived {
  const value = readCookie(cookies, "counterpart.issuer", env.publicUrl.startsWith("https:"));
  const flow = Flow.safeParse(open(secrets, value)).data;
  const age = clock().getTime() - (flow?.startedAt ?? 0);
  if (!flow || age < 0 || age > FLOW_MINUTES * 60_000) throw FLOW_OVER;
  return flow;
}

function open(secrets: Deps["secrets"], value: string): unknown {
  try {
    return JSON.parse(secrets.open(Buffer.from(value, "base64url").toString("base64")));
  } catch {
    return null;
  }
}
