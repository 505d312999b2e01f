import { expect, test } from "vitest";
import type { PageItem } from "#domain/page/page.ts";
import { ACCEPTANCE, quoteOf } from "#tests/support/acceptance.ts";
import { printContent } from "#tests/support/print-content.ts";
import { readText } from "#tests/support/show-block.tsx";
import type { Acceptance } from "./print-acceptance.tsx";

function closingPage(content: PageItem[], acceptance: Acceptance = ACCEPTANCE): string[] {
  const html = printContent(content, acceptance);
  return readText(html.slice(html.indexOf("</main>")));
}

/** The text after a heading of the closing page. */
function after(heading: string, text: string[]): string[] {
  return text.slice(text.indexOf(heading) + 1);
}

const TERRACE = { name: "Terrace", isWanted: false };
const SIGNS = { name: "Signs", isWanted: true };
const TABLE = {
  type: "PricingTable",
  props: { id: "t", lineItems: [{ product: "Bread", price: 10, count: 2 }] },
};

test("CARE-2 the closing page says who accepted what for whom, when, in which words and with which choices", () => {
  expect(closingPage([quoteOf("w", [TERRACE, SIGNS])])).toEqual([
    ...["Ember & Oak Digital", "Acceptance", "Printed", "Proposal · P-1", "I confirm it."],
    `Declaration of Maya Lindqvist · SHA-256 ${"d".repeat(64)}`,
    ...["Accepted by", "Maya Lindqvist", "maya@harbour.example"],
    ...["On behalf of", "Harbour Coffee Roasters", "By write permission permission-1"],
    ...["Accepted at", "21 Nov 2026, 12:02:03 pm AEDT", "21 Nov 2026, 1:02:03 am UTC"],
    ...["Decision", "6fd5c3c2-1f0c-4a0e-9d35-1d6a3e6f2a10", "Content (SHA-256)", "c".repeat(64)],
    ...["Optional work", "Terrace", "Not included", "Signs", "Included"],
    ...["Amounts", "Subtotal", "$200.00", "GST (10%)", "$20.00", "Total inc. GST", "$220.00"],
    "The SHA-256 values identify the exact words of the declaration, and the accepted content with its prices and choices. Ember & Oak Digital keeps the originals with the decision, and has sealed this file.",
  ]);
});

test("CARE-2 what is not on record is said to be so, and nothing is claimed in its place", () => {
  const old = closingPage([], { ...ACCEPTANCE, declaration: null, organizationPermissionId: null });
  expect(old).toContain("No declaration is on record with this acceptance.");
  expect(old).toContain("The permission is not on record");
  expect(old).toContain("The document has no optional work.");
  expect(old.join(" ")).not.toMatch(/Amounts|words of the declaration|By write permission/);
});

test("CARE-2 of several quotes each has its total, then the document; work that is quoted twice is one choice", () => {
  const text = closingPage([quoteOf("w", [SIGNS]), TABLE, quoteOf("w", [SIGNS])]);
  expect(text.filter((one) => one === "Signs")).toHaveLength(1);
  expect(after("Amounts", text).slice(0, -1)).toEqual([
    ...["Total inc. GST of quote 1", "$220.00", "Total inc. GST of quote 2", "$22.00"],
    ...["Total inc. GST of quote 3", "$220.00", "Total of the document", "$462.00"],
  ]);
});

test("CARE-2 CARE-4 amounts that the page hides are not on the closing page, but bound by their hash", () => {
  const quote = quoteOf("w", [TERRACE]);
  const hiding = { ...quote, props: { ...quote.props, hidePricing: true } };
  expect(closingPage([hiding]).join(" ")).not.toMatch(/Amounts|\$/);
  expect(closingPage([hiding])).toContain("Not included");
  const bound = closingPage([hiding], { ...ACCEPTANCE, hiddenHash: "e".repeat(64) });
  expect(after("Prices not shown", bound)[0]).toBe("e".repeat(64));
  expect(bound.at(-1)).toContain(
    "The prices that the document does not show are bound by a salted SHA-256 value.",
  );
});

test("FIELD-7 CARE-2 the shown prices are not called the total of a document that hides others, whose work is named", () => {
  const quote = quoteOf("w", [TERRACE, SIGNS]);
  const hiding = { ...quote, props: { ...quote.props, hidePricing: true } };
  const note = "Work without a shown price is part of the acceptance: “Fit-out”, “Signs”.";
  expect(after("Amounts", closingPage([hiding, TABLE])).slice(0, -1)).toEqual([
    ...["Subtotal", "$20.00", "GST (10%)", "$2.00", "Total of the shown prices", "$22.00", note],
  ]);
  expect(after("Amounts", closingPage([hiding, TABLE, quoteOf("v", [])])).slice(0, -1)).toEqual([
    ...["Total inc. GST of quote 1", "$22.00", "Total inc. GST of quote 2", "$110.00"],
    ...["Total of the shown prices", "$132.00", note],
  ]);
});

test("a document that nobody accepted has no closing page", () => {
  expect(printContent([])).not.toContain("Acceptance<");
});

test("TRUST-1 the closing page prints the anchor of its evidence, and says of an acceptance that it was brought in", () => {
  const anchor = "evidence:harbour:12:abc";
  expect(after("Evidence", closingPage([], { ...ACCEPTANCE, anchor }))[0]).toBe(anchor);
  const brought = closingPage([], { ...ACCEPTANCE, broughtInAt: new Date("2026-11-22T01:02:03Z") });
  expect(brought.join(" ")).toContain("Brought in. This acceptance was made elsewhere");
  expect(brought.join(" ")).toContain("22 Nov 2026, 12:02:03 pm AEDT");
  expect(closingPage([]).join(" ")).not.toMatch(/Brought in|Evidence/);
});
