import { readFileSync } from "node:fs";
import { glob } from "node:fs/promises";
import { expect, test } from "vitest";
import { describeAction, joinActions, KIND_NAMES } from "#domain/activity/describe-action.ts";
import type { Noun } from "../noun.ts";
import { ACTIONS } from "./nouns.ts";

test.each([
  ["document.approve", "accepted a document"],
  ["mail.give-up", "gave up sending an email"],
  ["boat.set-sail", "boat set sail"],
])("COMPANY-9 %s reads as: %s", (action, phrase) => {
  expect(describeAction(ACTIONS, action)).toBe(phrase);
});

test("COMPANY-9 every action has one kind", () => {
  const all = KIND_NAMES.flatMap(ACTIONS.ofKind);
  expect([...new Set(all)]).toEqual(all);
  expect(all.sort()).toEqual(Object.keys(ACTIONS.phrases).sort());
});

test("COMPANY-9 every action that the server records has a phrase", async () => {
  const recorded = new Set<string>();
  for await (const path of glob("src/server/**/*.ts")) {
    const code = readFileSync(path, "utf8");
    for (const [, expression = ""] of code.matchAll(/\baction: ([^,;}]+)/g)) {
      for (const [, action = ""] of expression.matchAll(/"([a-z-]+\.[a-z-]+)"/g)) recorded.add(action);
    }
  }
  expect(recorded.size).toBeGreaterThan(50);
  expect([...recorded].filter((action) => !(action in ACTIONS.phrases))).toEqual([]);
});

test("HOUSE-3 the actions of two nouns stand together, each with its kind", () => {
  const nouns: readonly Noun[] = [
    { actions: { portal: { "boat.add": "added a boat" } }, namedInDetails: ["boat.add"] },
    { actions: { portal: { "pier.add": "added a pier" }, work: { "pier.mend": "mended a pier" } } },
    {},
  ];
  const { phrases, ofKind, namedInDetails } = joinActions(nouns);
  expect(Object.keys(phrases)).toEqual(["boat.add", "pier.add", "pier.mend"]);
  expect([ofKind("portal"), ofKind("work"), ofKind("mails")]).toEqual([
    ["boat.add", "pier.add"],
    ["pier.mend"],
    [],
  ]);
  expect(namedInDetails).toEqual(["boat.add"]);
});

test("HOUSE-3 every action that is found by its details has a phrase", () => {
  expect(ACTIONS.namedInDetails.length).toBeGreaterThan(10);
  expect(ACTIONS.namedInDetails.filter((action) => !(action in ACTIONS.phrases))).toEqual([]);
});
