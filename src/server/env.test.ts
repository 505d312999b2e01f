import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { readEnv } from "./env.ts";

test.each([
  ["on a newcomer's own machine", {}, true],
  ["under an address of this machine", { PUBLIC_URL: "http://127.0.0.1:4000" }, true],
  ["behind a proxy that others reach", { PUBLIC_URL: "https://portal.example.test" }, false],
  ["behind a proxy that the portal trusts", { TRUSTED_PROXIES: "1" }, false],
  ["where others reach it", { HOST: "0.0.0.0" }, false],
  ["behind such a proxy, if asked for", { PUBLIC_URL: "https://portal.example.test", DEMO: "1" }, true],
])(
  "TRUST-5 the demo world, whose passwords everybody knows, is loaded %s: %s is %s",
  (_, variables, isDemo) => {
    expect(readEnv(variables).isDemo).toBe(isDemo);
  },
);

test.each([
  ["a password for another machine", "smtp://portal:secret@mail.example.test", undefined, true],
  ["a password for this machine", "smtp://portal:secret@localhost", undefined, false],
  ["no password", "smtp://mail.example.test", undefined, false],
  ["a password, and the operator wants it so", "smtp://portal:secret@mail.example.test", "offered", false],
])("TRUST-10 with %s, mail waits for TLS: %s, MAIL_TLS %s, %s", (_, MAIL_URL, MAIL_TLS, isRequired) => {
  expect(readEnv({ MAIL_URL, MAIL_TLS }).isMailTlsRequired).toBe(isRequired);
});

test("TRUST-10 secrets come from files that a vault gives, and what cannot be read is said without them", () => {
  const folder = mkdtempSync(join(tmpdir(), "counterpart-env-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, "database-url");
  writeFileSync(file, "postgres://portal:secret@db.example.test/portal\n");
  expect(readEnv({ DATABASE_URL_FILE: file }).databaseUrl).toBe(
    "postgres://portal:secret@db.example.test/portal",
  );
  const both = { DATABASE_URL: "postgres://db.example.test/portal", DATABASE_URL_FILE: file };
  expect(() => readEnv(both)).toThrow("Set DATABASE_URL or DATABASE_URL_FILE, not both");
  const missing = { METRICS_TOKEN_FILE: join(folder, "nothing") };
  expect(() => readEnv(missing)).toThrow(/nothing \(METRICS_TOKEN_FILE\) cannot be read: ENOENT/);
  writeFileSync(file, "\n");
  expect(() => readEnv({ MAIL_URL_FILE: file })).toThrow(/\(MAIL_URL_FILE\) is empty/);
  writeFileSync(file, "http://secret-words");
  expect(() => readEnv({ MAIL_URL_FILE: file })).toThrow(/^(?!.*secret-words)/s);
});
