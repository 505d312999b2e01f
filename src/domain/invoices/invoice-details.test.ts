import { expect, test } from "vitest";
import { asksForLogin, InvoiceForm, NewInvoice, TypedXeroLink } from "./invoice-details.ts";
import { invoiceOfLines } from "./invoice-of-page.ts";

const LINE = {
  description: "Coffee beans",
  quantity: "2.5",
  unit: " ",
  rate: "1,019.99",
  discountPercent: "10",
  hasGst: true,
};
const TYPED = {
  organizationId: "org-1",
  invoiceStatus: "UNPAID" as const,
  name: "",
  dueDate: "",
  xeroLink: "",
  lines: [LINE],
  isIssued: false,
};

test("FORM-3 only the organization and the status are required, and what is left empty is none", () => {
  const entered = InvoiceForm.parse(TYPED);
  expect(entered).toMatchObject({ name: null, dueDate: null, xeroLink: null });
  expect(entered.lines).toEqual([{ ...LINE, quantity: 2.5, unit: null, rate: 1019.99, discountPercent: 10 }]);
  expect(NewInvoice.parse(entered)).toEqual(entered);
  expect(InvoiceForm.safeParse({ ...TYPED, lines: [] }).success).toBe(true);
});

test.each([
  ["no organization", { organizationId: "" }, "organizationId", "Please choose an organization"],
  ["no status", { invoiceStatus: "" }, "invoiceStatus", "Please choose a status"],
  ["a paid one that no one sees", { invoiceStatus: "PAID" }, "invoiceStatus", "issue it now"],
  [
    "a cancelled one for the client",
    { invoiceStatus: "CANCELLED", isIssued: true },
    "invoiceStatus",
    "issued",
  ],
  ["a link that is not safe", { xeroLink: "http://go.xero.com/1" }, "xeroLink", "https://"],
  ["a day that is none", { dueDate: "2026-02-30" }, "dueDate", "Please enter a date"],
  ["a line without words", { lines: [{ ...LINE, description: " " }] }, "lines.0.description", "Please enter"],
  ["a quantity of nothing", { lines: [{ ...LINE, quantity: "0" }] }, "lines.0.quantity", "at least 0.001"],
  ["a rate in words", { lines: [{ ...LINE, rate: "ten" }] }, "lines.0.rate", "such as 120"],
  ["a trillion", { lines: [{ ...LINE, rate: "1000000000000" }] }, "lines.0.rate", "below 1,000,000,000,000"],
  [
    "more discount than all",
    { lines: [{ ...LINE, discountPercent: "101" }] },
    "lines.0.discountPercent",
    "100",
  ],
])("FORM-3 %s is refused at its field, in words", (_what, typed, path, words) => {
  const { error } = InvoiceForm.safeParse({ ...TYPED, ...typed });
  const issue = error?.issues.find((one) => one.path.join(".") === path);
  expect(issue?.message).toContain(words);
});

test("FORM-3 PRICE-4 lines are rounded to the cent, and GST is rounded once for those that have it", () => {
  const line = { description: "Hours", unit: "hour", discountPercent: 0, hasGst: true };
  const amounts = invoiceOfLines(
    [
      { ...line, quantity: 0.5, rate: 0.25 },
      { ...line, quantity: 0.5, rate: 0.25 },
      { ...line, quantity: 3, rate: 10, discountPercent: 12.5 },
      { ...line, quantity: 1, rate: 7, hasGst: false },
    ],
    10,
  );
  expect(amounts.lines.map(({ amount }) => amount)).toEqual(["0.13", "0.13", "26.25", "7.00"]);
  expect(amounts).toMatchObject({ subtotal: "33.51", gst: "2.65", total: "36.16" });
});

test.each([
  ["https://in.xero.com/abc?d=1#e", "https://in.xero.com/abc?d=1#e"],
  ["in.xero.com/abc", "https://in.xero.com/abc"],
  ["  //in.xero.com/abc \u200b", "https://in.xero.com/abc"],
  ["in.xero.com:443/a:b", "https://in.xero.com:443/a:b"],
  ["HTTPS://in.xero.com/abc", "HTTPS://in.xero.com/abc"],
])("FIELD-10 the Xero link %j has its https://", (typed, link) => {
  expect(TypedXeroLink.parse(typed)).toBe(link);
});

test.each([
  "http://in.xero.com/abc",
  "javascript:alert(1)",
  "mailto:a@b.example",
  "a@b.example",
  "INV-0042",
  "see in.xero.com/abc",
  "ftp://in.xero.com",
])("FIELD-10 %j is no Xero link", (typed) => {
  expect(TypedXeroLink.safeParse(typed).error?.issues[0]?.message).toContain("begins with https://");
});

test.each([
  ["https://go.xero.com/AccountsReceivable/View.aspx?InvoiceID=1", true],
  [" GO.XERO.COM/app/invoicing/view/1", true],
  ["https://login.xero.com/", true],
  ["https://in.xero.com/go.xero.com", false],
  ["https://go.xero.com.pay.example/", false],
  ["", false],
  ["go", false],
])("FIELD-10 the company alone can open the Xero link %j: %j", (typed, isClosed) => {
  expect(asksForLogin(typed)).toBe(isClosed);
});
