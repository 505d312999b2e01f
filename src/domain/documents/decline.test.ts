import { expect, test } from "vitest";
import { evaluateDecline } from "./decline.ts";

const ADA = { userProfileId: "ada", reason: "Too dear" };
const BOB = { userProfileId: "bob", reason: null };

test.each([
  ["PENDING", null, { outcome: "decline" }],
  ["DRAFT", null, { outcome: "refuse", refusal: "still-draft" }],
  ["DECLINED", ADA, { outcome: "same-receipt" }],
  ["DECLINED", BOB, { outcome: "refuse", refusal: "already-decided" }],
  ["DECLINED", null, { outcome: "refuse", refusal: "already-decided" }],
  ["APPROVED", ADA, { outcome: "refuse", refusal: "already-decided" }],
  ["APPROVED", BOB, { outcome: "refuse", refusal: "already-decided" }],
] as const)(
  "APPR-2 of a %s document, decided by %j, Ada's decline means %j",
  (status, decidedBy, outcome) => {
    expect(evaluateDecline({ status, closedBecause: null, decidedBy }, ADA)).toEqual(outcome);
  },
);

test.each([
  [null, { outcome: "same-receipt" }],
  ["Too dear", { outcome: "same-receipt" }],
  ["Too late", { outcome: "refuse", refusal: "already-decided" }],
])("APPR-2 declined once more with the reason %j it means %j", (reason, outcome) => {
  const again = { userProfileId: "ada", reason };
  expect(evaluateDecline({ status: "DECLINED", closedBecause: null, decidedBy: ADA }, again)).toEqual(
    outcome,
  );
});
