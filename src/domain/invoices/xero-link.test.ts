import { expect, test } from "vitest";
import { asksForLogin, TypedXeroLink } from "./xero-link.ts";

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
