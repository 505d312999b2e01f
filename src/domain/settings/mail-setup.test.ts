import { expect, test } from "vitest";
import { mailFault } from "./mail-setup.ts";

test.each([
  [null, true, null, null],
  [null, false, null, "no-server"],
  ["mail.example", true, null, "never-sent"],
  ["mail.example", false, null, "never-sent"],
  ["mail.example", false, "2026-11-27T09:00:00.000Z", null],
])("FIRST-2 what is wrong with emails: server %s, demo %s, sent %s", (server, isDemo, lastSentAt, fault) => {
  expect(mailFault({ server, isDemo, lastSentAt })).toBe(fault);
});
