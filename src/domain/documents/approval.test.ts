import { expect, test } from "vitest";
import {
  type Approvable,
  approvalDeclaration,
  evaluateApproval,
  hasConfirmationCheckbox,
} from "./approval.ts";

const PENDING: Approvable = {
  status: "PENDING",
  closedBecause: null,
  contentHash: "seen",
  isShowable: true,
  hasPriceFault: false,
  decidedBy: null,
};

test("FIELD-7 a document with a price out of range is not accepted, and one that was stays so", () => {
  const faulty = { ...PENDING, hasPriceFault: true };
  expect(evaluateApproval(faulty, "ada", "seen")).toEqual({
    outcome: "refuse",
    refusal: "amount-out-of-range",
  });
  const decidedBy = { userProfileId: "ada", contentHash: "seen" };
  expect(evaluateApproval({ ...faulty, status: "APPROVED", decidedBy }, "ada", "seen")).toEqual({
    outcome: "same-receipt",
  });
});

test.each([
  ["WITHDRAWN", "withdrawn"],
  ["EXPIRED", "expired"],
] as const)("FIRST-6 a %s document is not accepted", (closedBecause, refusal) => {
  const closed: Approvable = { ...PENDING, status: "DRAFT", closedBecause };
  expect(evaluateApproval(closed, "ada", "seen")).toEqual({ outcome: "refuse", refusal });
});

test("APPR-5 what cannot wholly be shown is not accepted, however current it is", () => {
  expect(evaluateApproval(PENDING, "ada", "seen")).toEqual({ outcome: "approve" });
  expect(evaluateApproval({ ...PENDING, isShowable: false }, "ada", "seen")).toEqual({
    outcome: "refuse",
    refusal: "not-showable",
  });
});

test("APPR-5 an acceptance of before keeps its receipt, whatever can be shown now", () => {
  const decidedBy = { userProfileId: "ada", contentHash: "seen" };
  const approved: Approvable = { ...PENDING, status: "APPROVED", isShowable: false, decidedBy };
  expect(evaluateApproval(approved, "ada", "seen")).toEqual({ outcome: "same-receipt" });
});

test.each([
  ["PROPOSAL", "Proposal", true],
  ["LEGAL_DOCUMENT", "Agreement", true],
  ["SCOPE_OF_WORK", "Scope of Work", false],
] as const)(
  "APPR-4 the dialog of a %s names the organization, or 'my Organization'",
  (type, label, hasBox) => {
    const statement = `I confirm that I am authorised to approve this ${label} on behalf of`;
    expect(approvalDeclaration(type, "Harbour Coffee")).toBe(`${statement} Harbour Coffee.`);
    expect(approvalDeclaration(type, undefined)).toBe(`${statement} my Organization.`);
    expect(hasConfirmationCheckbox(type)).toBe(hasBox);
  },
);
