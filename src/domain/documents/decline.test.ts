import { expect, test } from "vitest";
import { judgeDecline } from "./decline.ts";

const ADA = { userProfileId: "ada" };
const BOB = { userProfileId: "bob" };

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
    expect(judgeDecline({ status, decidedBy }, "ada")).toEqual(outcome);
  },
);
