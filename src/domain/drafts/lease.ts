import type { Id } from "../id.ts";

/** An open editor renews its lease so often. */
export const LEASE_RENEWED_MS = 30_000;
/** A lease that is not renewed ends after so long. */
export const LEASE_MS = 90_000;

type Lease = { userProfileId: Id; until: Date };

/** Whether somebody may take or renew the lease of a draft: it is theirs, or nobody's any more. */
export function mayHold(lease: Lease | null, userProfileId: Id, now: Date): boolean {
  return lease === null || lease.userProfileId === userProfileId || lease.until <= now;
}
