import { hash, timingSafeEqual } from "node:crypto";

/** Compares in a time that does not depend on where they differ. */
export function isSameSecret(actual: string, expected: string): boolean {
  return timingSafeEqual(hash("sha256", actual, "buffer"), hash("sha256", expected, "buffer"));
}
