import { expect, test } from "vitest";
import { readTable } from "../csv/read-table.ts";
import { NO_INVOICE } from "../invoices/invoice.ts";
import { type KnownWork, planWorkOrderImport, WORK_ORDER_COLUMNS } from "./plan-work-order-import.ts";
import { NO_PROPOSAL } from "./work-order.ts";

const WORK = {
  name: "Panels",
  description: "",
  uniqueDocument: NO_PROPOSAL,
  invoice: NO_INVOICE,
  products: [],
  discountPercent: 0,
  discountName: null,
  isOptional: false,
  isShown: false,
  organizationId: "harbour",
};
const PRODUCT = { productName: "Hour", productUnit: null, isRetired: false, recordVersion: 1 };

const KNOWN: KnownWork = {
  organizations: [
    { organizationId: "harbour", organizationName: "Harbour" },
    { organizationId: "wren", organizationName: "Wren" },
  ],
  documents: [
    { uniqueDocumentId: "quote", externalId: "Q-1", organizationId: "wren", over: null },
    { uniqueDocumentId: "late", externalId: "Q-2", organizationId: "wren", over: "has expired" },
  ],
  workOrders: [
    { ...WORK, workOrderId: "one", externalId: "W-1" },
    { ...WORK, workOrderId: "two", externalId: "W-2", name: "Twice" },
    { ...WORK, workOrderId: "three", externalId: "W-3", name: "Twice" },
    { ...WORK, workOrderId: "shown", externalId: "W-4", name: "Shown", isShown: true },
  ],
  catalogue: [
    { ...PRODUCT, productId: "hour", productRate: 9_999_999 },
    { ...PRODUCT, productId: "old", productName: "Old", productRate: 1, isRetired: true },
  ],
  gstPercent: 10,
  sanitise: (html) => html,
};

function plan(...rows: string[]) {
  const table = readTable(
    ["Number,Organization,Name,Document,Products", ...rows].join("\n"),
    WORK_ORDER_COLUMNS,
  );
  if ("problem" in table) throw new Error(table.problem);
  return table.rows.map(planWorkOrderImport(table.rows, KNOWN)).map(({ fate, note }) => [fate, note]);
}

test("COMPANY-13 a row of work orders that is sound adds or changes one", () => {
  expect(plan(",Harbour,New,,", "W-1,Harbour,Panels II,,")).toEqual([
    ["new", null],
    ["changed", "name"],
  ]);
});

test.each([
  ["of an organization that is not there", ",Tern,New,,", /organization/],
  [
    "of another organization's document",
    ",Harbour,New,Q-1,",
    "This organization has no document with this number or ID",
  ],
  [
    "of a document that is over",
    ",Wren,New,Q-2,",
    "This document has expired, so no work can be added to it",
  ],
  ["that means two", ",Harbour,Twice,,", "2 work orders are meant: give the Number"],
  [
    "of another organization's number",
    "W-1,Wren,Panels,,",
    "This number is a work order of another organization",
  ],
  ["with a retired product", ",Harbour,New,,Old: 1", "A product is retired, so new work can't choose it"],
  [
    "that comes to too much",
    ",Harbour,New,,Hour: 999999",
    "This work would come to a trillion dollars or more",
  ],
  ["that clients see", "W-4,Harbour,Other,,", "Clients see this work order: change its name there"],
  ["with a long number", `${"9".repeat(65)},Harbour,New,,`, "Please use at most 64 characters"],
  [
    "with a cell too many",
    ",Harbour,New,,,too,many",
    "This row has more cells than the row with the column names",
  ],
])("COMPANY-13 a row of work orders %s is refused", (_kind, row, note) => {
  const [[fate, notes] = []] = plan(row);
  expect(fate).toBe("wrong");
  expect(notes).toEqual(typeof note === "string" ? note : expect.stringMatching(note));
});

test.each([
  ["150", "A percentage is from 0 to 100"],
  ["-5 %", "A percentage is from 0 to 100"],
  ["10.0000000000000000001", "Please use at most 15 digits"],
  ["10 percent", "Please enter a percentage, such as 10 or 12.5"],
])(
  "FIELD-7 COMPANY-13 a row of work orders with the discount %s is refused at its column",
  (discount, note) => {
    const table = readTable(`Organization,Name,Discount\nHarbour,New,${discount}`, WORK_ORDER_COLUMNS);
    if ("problem" in table) throw new Error(table.problem);
    const [planned] = table.rows.map(planWorkOrderImport(table.rows, KNOWN));
    expect(planned).toMatchObject({ line: 2, fate: "wrong", column: "Discount", note });
  },
);

test("COMPANY-13 a file names a work order once", () => {
  expect(plan("W-1,Harbour,Panels,,", "W-1,Harbour,Panels,,")[1]).toEqual([
    "wrong",
    "Line 2 has this work order already",
  ]);
});
