import { expect, test } from "vitest";
import { CODE_RULES, EMAIL_RULES, FACTOR_CODE_RULES, NEW_EMAIL_RULES } from "./login-step.ts";
import { NEW_PASSWORD_RULES } from "./sign-in-fields.ts";
import { type FieldRules, problemIn } from "./use-step-form.ts";

test.each<[FieldRules, string, string | undefined]>([
  [EMAIL_RULES, "", "Please enter your email"],
  [EMAIL_RULES, "ada", "Please enter a valid email"],
  [EMAIL_RULES, "ada@ember.example", undefined],
  [EMAIL_RULES, `${"a".repeat(65)}@ember.example`, undefined],
  [NEW_EMAIL_RULES, `${"a".repeat(65)}@ember.example`, "Please enter a valid email"],
  [CODE_RULES, "  ", "Please enter the code from our email"],
  [CODE_RULES, " 123 456", undefined],
  [FACTOR_CODE_RULES, "x".repeat(41), "Codes are shorter than this"],
  [NEW_PASSWORD_RULES, "short", "Please use at least 8 characters"],
  [{}, "", undefined],
])("GUARD-4 by %j %j is answered with %s", (rules, typed, problem) => {
  expect(problemIn(typed, rules)).toBe(problem);
});
