import { timingSafeEqual } from "node:crypto";
import type { Id } from "#domain/id.ts";
import type { Deps } from "../deps.ts";

/** How long an admin's view as a client lasts. A renewal has an audit row too. */
export const VIEW_MS = 3_600_000;

const PASS = /^([A-Za-z0-9_-]{1,64})(?:\/([A-Za-z0-9_-]{1,64}))?\.(\d{1,15})\.([0-9a-f]{64})$/;

/** Whose view a pass opens, and the draft that it shows as if it had been sent; null: none. */
export type Viewed = { organizationId: Id; previewedId: Id | null };

type PassDeps = Pick<Deps, "secrets" | "clock">;

/** A pass for one session, one organization and perhaps one draft. Each request checks the role again. */
export function makeViewPass(
  { secrets }: PassDeps,
  sessionId: string,
  { organizationId, previewedId }: Viewed,
  expiresAt: Date,
): string {
  const expires = String(expiresAt.getTime());
  const viewed = previewedId === null ? organizationId : `${organizationId}/${previewedId}`;
  return `${viewed}.${expires}.${secrets.hash("client view", sessionId, viewed, expires)}`;
}

/** What a valid pass of this session opens; null for every other text. */
export function readViewPass({ secrets, clock }: PassDeps, sessionId: string, pass: string): Viewed | null {
  const [, organizationId = "", previewedId = null, expires = "", mac = ""] = PASS.exec(pass) ?? [];
  const viewed = previewedId === null ? organizationId : `${organizationId}/${previewedId}`;
  const expected = secrets.hash("client view", sessionId, viewed, expires);
  const isOurs = mac.length === expected.length && timingSafeEqual(Buffer.from(mac), Buffer.from(expected));
  return isOurs && Number(expires) > clock().getTime() ? { organizationId, previewedId } : null;
}
