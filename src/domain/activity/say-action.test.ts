import { readFileSync } from "node:fs";
import { glob } from "node:fs/promises";
import { expect, test } from "vitest";
import { ACTION_PHRASES, actionsOf, KIND_NAMES, sayAction } from "./say-action.ts";

test.each([
  ["document.approve", "accepted a document"],
  ["mail.give-up", "gave up sending an email"],
  ["boat.set-sail", "boat set sail"],
])("COMPANY-9 %s reads as: %s", (action, phrase) => {
  expect(sayAction(action)).toBe(phrase);
});

test("COMPANY-9 every action has one kind", () => {
  const all = KIND_NAMES.flatMap(actionsOf);
  expect([...new Set(all)]).toEqual(all);
  expect(all.sort()).toEqual(Object.keys(ACTION_PHRASES).sort());
});

test("COMPANY-9 every action that the server records has a phrase", async () => {
  const recorded = new Set<string>();
  for await (const path of glob("src/server/**/*.ts")) {
    const code = readFileSync(path, "utf8");
    for (const [, said = ""] of code.matchAll(/\baction: ([^,;}]+)/g)) {
      for (const [, action = ""] of said.matchAll(/"([a-z-]+\.[a-z-]+)"/g)) recorded.add(action);
    }
  }
  expect(recorded.size).toBeGreaterThan(50);
  expect([...recorded].filter((action) => !(action in ACTION_PHRASES))).toEqual([]);
});
