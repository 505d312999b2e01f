import { timingSafeEqual } from "node:crypto";
import type { Id } from "#domain/id.ts";
import type { Deps } from "../deps.ts";

/** How long an admin sees the portal as a client before the page asks, and is recorded, again. */
export const VIEW_MS = 3_600_000;

const PASS = /^([A-Za-z0-9_-]{1,64})\.(\d{1,15})\.([0-9a-f]{64})$/;

type PassDeps = Pick<Deps, "secrets" | "clock">;

/** A pass for one session and one organization. The caller's role is checked with every request that brings it. */
export function makeViewPass(
  { secrets }: PassDeps,
  sessionId: string,
  organizationId: Id,
  expiresAt: Date,
): string {
  const expires = String(expiresAt.getTime());
  return `${organizationId}.${expires}.${secrets.hash("client view", sessionId, organizationId, expires)}`;
}

/** The organization of a pass that was made for this session and still holds; null for every other text. */
export function readViewPass({ secrets, clock }: PassDeps, sessionId: string, pass: string): Id | null {
  const [, organizationId = "", expires = "", given = ""] = PASS.exec(pass) ?? [];
  const expected = secrets.hash("client view", sessionId, organizationId, expires);
  const isOurs =
    given.length === expected.length && timingSafeEqual(Buffer.from(given), Buffer.from(expected));
  return isOurs && Number(expires) > clock().getTime() ? organizationId : null;
}
