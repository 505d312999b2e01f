import { expect, test } from "vitest";
import { passkeySite } from "./passkey-challenge.ts";

test.each([
  ["https://portal.ember.example", "portal.ember.example", "https://portal.ember.example"],
  ["https://portal.ember.example:8443", "portal.ember.example", "https://portal.ember.example:8443"],
  ["http://localhost:4000", "localhost", "http://localhost:4000"],
  ["http://127.0.0.1:4000", "localhost", "http://localhost:4000"],
  ["http://[::1]:4000", "localhost", "http://localhost:51234"],
])("TRUST-5 passkeys of %s belong to %s", (publicUrl, rpId, page) => {
  const site = passkeySite({ publicUrl });
  expect(site.rpId).toBe(rpId);
  expect(site.isOrigin(page)).toBe(true);
});

test.each([
  ["https://portal.ember.example", "https://ember.example"],
  ["https://portal.ember.example", "http://portal.ember.example"],
  ["https://portal.ember.example", "https://portal.ember.example:8443"],
  ["https://portal.ember.example", "http://localhost:4000"],
  ["http://localhost:4000", "http://localhost.evil.example:4000"],
  ["http://localhost:4000", "http://localhost:4000.evil.example"],
])("TRUST-5 %s accepts no passkey from a page at %s", (publicUrl, page) => {
  expect(passkeySite({ publicUrl }).isOrigin(page)).toBe(false);
});

test("TRUST-5 a portal at a numbered address offers no passkeys, and says so", () => {
  for (const publicUrl of ["https://192.0.2.7", "https://[2001:db8::1]:8443"])
    expect(() => passkeySite({ publicUrl })).toThrow("The portal's address is a number");
});
