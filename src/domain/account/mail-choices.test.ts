import { expect, test } from "vitest";
import { isMailedAbout, MAIL_SCOPES, usualMailChoices } from "./mail-choices.ts";

const USUAL = { decisions: "OWN", openings: "OWN", undelivered: "OWN", requests: "NONE" };

test("FIRST-1 without a choice, owners hear of every decision and others of their documents", () => {
  expect(usualMailChoices("owner")).toEqual({ ...USUAL, decisions: "ALL" });
  expect(usualMailChoices("editor")).toEqual(USUAL);
  expect(usualMailChoices("viewer")).toEqual(USUAL);
});

test.each([
  ["me", ["ALL", "OWN"]],
  ["another", ["ALL"]],
  [null, ["ALL", "OWN"]],
])("FIRST-1 about a document of %s one is mailed by the choices %s", (ownerId, mailed) => {
  expect(MAIL_SCOPES.filter((scope) => isMailedAbout(scope, "me", ownerId))).toEqual(mailed);
});
