import { expect, test } from "vitest";
import { findTotpStep, makeTotpSecret, totpAddress } from "./totp.ts";

/** "12345678901234567890", the secret of the vectors in RFC 6238. */
const SECRET = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";

test.each([
  [59, "287082"],
  [1_111_111_109, "081804"],
  [1_111_111_111, "050471"],
  [1_234_567_890, "005924"],
  [2_000_000_000, "279037"],
  [20_000_000_000, "353130"],
])("TRUST-5 at second %i the code is that of RFC 6238", (seconds, code) => {
  expect(findTotpStep(SECRET, code, new Date(seconds * 1000))).toBe(Math.floor(seconds / 30));
});

test("TRUST-5 a code counts in its half minute, the one before and the one after", () => {
  const at = (seconds: number) => findTotpStep(SECRET, "050471", new Date(seconds * 1000));
  const step = Math.floor(1_111_111_111 / 30);
  const begins = step * 30;
  expect([begins - 31, begins - 30, begins, begins + 59, begins + 60].map(at)).toEqual([
    null,
    step,
    step,
    step,
    null,
  ]);
  for (const wrong of ["", "50471", "0504710", "05047é"])
    expect(findTotpStep(SECRET, wrong, new Date(begins * 1000))).toBeNull();
});

test("TRUST-5 secrets are 160 random bits, and an app reads the address", () => {
  const [one, other] = [makeTotpSecret(), makeTotpSecret()];
  expect(one).toMatch(/^[A-Z2-7]{32}$/);
  expect(one).not.toBe(other);
  const address = new URL(totpAddress({ secret: one, email: "ada@ember.example", issuer: "Ember & Co" }));
  expect(address.searchParams.get("secret")).toBe(one);
  expect(address.searchParams.get("issuer")).toBe("Ember & Co");
  expect(decodeURIComponent(address.pathname)).toBe("/Ember & Co:ada@ember.example");
});
