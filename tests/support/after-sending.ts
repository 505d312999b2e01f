import type { Page } from "playwright-core";
import { expect } from "vitest";
import type { TestBrowser } from "./browser.ts";
import { pdfPagesBehind } from "./pdf-behind.ts";

/** What becomes of a proposal of three pages and with optional photography once it is sent. */

/** Its client reads it on a phone, chooses the optional work for this total, and accepts it. */
export async function acceptOnPhone(browser: TestBrowser, name: string, total: string): Promise<Page> {
  const phone = await browser.openPage("/documents/type/PROPOSAL", {
    as: "writer@demo.test",
    width: 360,
    height: 780,
    hasTouch: true,
  });
  await phone.getByRole("link", { name }).first().tap();
  const choice = phone.getByRole("checkbox", { name: "Include Photography" });
  await choice.tap();
  await phone.getByText(total).filter({ visible: true }).first().waitFor();
  await expect.poll(() => choice.isEnabled()).toBe(true);
  await phone.getByRole("button", { name: "Accept", exact: true }).filter({ visible: true }).tap();
  await phone.getByRole("dialog").getByRole("button", { name: "Accept", exact: true }).tap();
  await phone.getByText("by Maya Lindqvist (writer@demo.test)").filter({ visible: true }).waitFor();
  return phone;
}

/** The PDF has the words and figures of the page on three pages, and the acceptance on one of its own. */
export async function expectThreePages(phone: Page, total: string): Promise<void> {
  const words = await phone
    .locator("[data-sheet] :is(h1, h2, h3, .cp-paragraph, .cp-list li, .cp-deliverables li, .cp-button)")
    .filter({ visible: true })
    .allInnerTexts();
  const figures = (await phone.locator("[data-sheet]").innerText()).match(/\$[\d,]+\.\d\d/g) ?? [];
  const link = phone.getByRole("link", { name: "Download PDF" }).filter({ visible: true });
  await link.waitFor();
  const pages = await pdfPagesBehind(phone, () => link.tap());
  const printed = pages.map((text) => text.replaceAll(/\s+/g, ""));
  expect(printed.map((text) => text.includes("Certificateofacceptance"))).toEqual([
    false,
    false,
    false,
    true,
  ]);
  expect(printed.at(-1)).toContain("onbehalfofHarbourCoffeeRoasters");
  expect(printed.at(-1)).toContain(total);
  const wanted = [...words, ...figures].map((one) => one.replaceAll(/\s+/g, ""));
  expect(wanted.filter((one) => !printed.slice(0, 3).join("").includes(one))).toEqual([]);
}

/** The company's activity shows all of it. */
export async function untilTold(page: Page, portalUrl: string, name: string): Promise<void> {
  for (const [address, deeds] of [
    ["activity", ["recorded a payment", "issued an invoice", "added an invoice"]],
    [
      "activity?by=clients",
      ["accepted a document", "chose optional work", "opened a document for the first time"],
    ],
  ] as const) {
    await page.goto(`${portalUrl}/admin/${address}`);
    // A choice is about its work order.
    const rows = page.getByRole("row").filter({ hasText: new RegExp(`${name}|Photography`) });
    for (const deed of deeds) await rows.filter({ hasText: deed }).first().waitFor();
  }
}
