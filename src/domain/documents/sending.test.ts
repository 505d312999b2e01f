import { expect, test } from "vitest";
import { mayHaveNewVersion, refuseRecall, refuseSending, refuseWithdrawal } from "./sending.ts";

const DRAFT = { status: "DRAFT", isShown: false, isWithdrawn: false, isExpired: false } as const;
const READY = {
  ...DRAFT,
  isArchived: false,
  isOrganizationActive: true,
  isEmpty: false,
  hasUnknownBlock: false,
  hasLostPicture: false,
  hasPriceFault: false,
  hasUnfilledVariable: false,
  hasPlanFault: false,
  isValidityOver: false,
  isOtherVersionOpen: false,
};

test.each([
  [{}, null],
  [{ isShown: true }, null],
  [{ status: "PENDING" as const, isShown: true }, "sent-already"],
  [{ status: "APPROVED" as const, isShown: true }, "decided"],
  [{ status: "DECLINED" as const, isShown: true }, "decided"],
  [{ isShown: true, isWithdrawn: true }, "withdrawn"],
  [{ isShown: true, isExpired: true }, "expired"],
  [{ isValidityOver: true }, "validity-over"],
  [{ isArchived: true }, "archived"],
  [{ isOrganizationActive: false }, "inactive-organization"],
  [{ isEmpty: true }, "empty-page"],
  [{ hasUnknownBlock: true }, "unknown-block"],
  [{ hasLostPicture: true }, "picture-lost"],
  [{ hasPriceFault: true }, "amount-out-of-range"],
  [{ hasUnfilledVariable: true }, "unfilled-variable"],
  [{ hasPlanFault: true }, "payment-plan"],
  [{ isOtherVersionOpen: true }, "other-version-open"],
])("STUDIO-11 a document with %j is sent, or refused because: %s", (given, refusal) => {
  expect(refuseSending({ ...READY, ...given })).toBe(refusal);
});

test.each([
  [{}, "not-sent", "not-sent", false],
  [{ isShown: true }, "not-sent", null, true],
  [{ isShown: true, isWithdrawn: true }, "withdrawn", "withdrawn", true],
  [{ isShown: true, isExpired: true }, "expired", "expired", true],
  [{ status: "PENDING" as const, isShown: true }, null, null, true],
  [{ status: "APPROVED" as const, isShown: true }, "decided", "decided", true],
  [{ status: "DECLINED" as const, isShown: true }, "decided", "decided", true],
])(
  "STUDIO-11 of a document with %j recall says %s, withdrawal %s, new version %s",
  (given, recall, withdrawal, isNew) => {
    const document = { ...DRAFT, ...given };
    expect(refuseRecall(document)).toBe(recall);
    expect(refuseWithdrawal(document)).toBe(withdrawal);
    expect(mayHaveNewVersion(document)).toBe(isNew);
  },
);
