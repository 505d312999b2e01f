import { expect, test } from "vitest";
import { type ShownDetails, TypedDetails, typeDetails } from "./organization-details.ts";

const NONE: ShownDetails = {
  legalName: null,
  abn: null,
  billingAddress: null,
  phone: null,
  billingContact: null,
  billingEmail: null,
  ownerId: null,
  ownerName: null,
};
const GIVEN: ShownDetails = {
  legalName: "Wharf Bakery Pty Ltd",
  abn: "51824753556",
  billingAddress: "1 Wharf Road\nSydney NSW 2000",
  phone: "+61 2 9999 0000",
  billingContact: "Ana Silva",
  billingEmail: "accounts@wharf.example",
  ownerId: "noah",
  ownerName: "Noah Castellan",
};

test("FIRST-5 details in a form and back are the same, and empty fields are none", () => {
  for (const details of [NONE, GIVEN]) {
    const { ownerName: _, ...stored } = details;
    expect(TypedDetails.parse(typeDetails(details))).toEqual(stored);
  }
  expect(TypedDetails.parse({ ...typeDetails(NONE), phone: "  ", abn: "ABN 51 824 753 556" })).toMatchObject({
    phone: null,
    abn: "51824753556",
  });
});

test.each([
  ["an ABN with a wrong digit", { abn: "51 824 753 557" }, "This isn't a valid ABN"],
  ["an ACN", { abn: "ACN 004 085 616" }, "This is an ACN"],
  ["an email that is none", { billingEmail: "accounts" }, "email"],
  ["a name on two lines", { legalName: "Wharf\nBakery" }, "one line"],
  ["a long address", { billingAddress: "x".repeat(501) }, "at most 500"],
])("FIRST-5 %s is refused at its field, in words", (_what, typed, words) => {
  const { error } = TypedDetails.safeParse({ ...typeDetails(NONE), ...typed });
  expect(error?.issues.map(({ message }) => message).join()).toContain(words);
});
