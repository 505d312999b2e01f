import { expect, test } from "vitest";
import { createSecrets } from "./create-secrets.ts";
import { knownDevice, nameBrowser, readCookie, rememberDevice } from "./known-devices.ts";

test.each([
  [
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36",
    "Chrome on Windows",
  ],
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1",
    "Safari on iOS",
  ],
  ["Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox on Linux"],
  ["curl/8.5.0", "curl"],
  ["Your account was locked, ring +1 555 0100 / x", "Your"],
  [`Ring me (Windows NT 10.0) ${"x".repeat(20_000)}/ y`, "Windows"],
  ["", null],
  [null, null],
])("TRUST-5 %j is named %j", (userAgent, name) => {
  expect(nameBrowser(userAgent)).toBe(name);
});

test("CONNECT-1 at an https address only a cookie that no other host can set is read", () => {
  const secrets = createSecrets("a secret of thirty-two characters");
  const [cookie = ""] = rememberDevice(secrets, { headers: {} }, ["ada@example.test"], true).split(";");
  expect(knownDevice(secrets, { cookie }, true)).not.toBeNull();
  const planted = cookie.replace("__Host-", "");
  expect(knownDevice(secrets, { cookie: planted }, true)).toBeNull();
  expect(knownDevice(secrets, { cookie: planted }, false)).not.toBeNull();
  expect(
    readCookie("counterpart.issuer=planted; __Host-counterpart.issuer=own", "counterpart.issuer", true),
  ).toBe("own");
});
