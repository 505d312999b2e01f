/** An open editor renews its lease so often. */
export const LEASE_RENEWED_MS = 30_000;
/** A lease that is not renewed ends after so long. */
export const LEASE_MS = 90_000;
