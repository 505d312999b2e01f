import type { Page } from "playwright-core";
import { expect } from "vitest";
import type { TestBrowser } from "./browser.ts";

/** What becomes of a proposal of `makeEmptyProposal` once it is sent. */

/** Its client reads it on a phone, chooses one of two optional works, and accepts it. */
export async function acceptOnPhone(browser: TestBrowser, name: string): Promise<Page> {
  const phone = await browser.openPage("/documents/type/PROPOSAL", {
    as: "writer@demo.test",
    width: 360,
    height: 780,
    hasTouch: true,
  });
  await phone.getByRole("link", { name }).first().tap();
  const choice = phone.getByRole("checkbox", { name: "Include Photography" });
  await choice.tap();
  await phone.getByText("$2,849.00").filter({ visible: true }).first().waitFor();
  await expect.poll(() => choice.isEnabled()).toBe(true);
  await phone.getByRole("button", { name: "Accept", exact: true }).filter({ visible: true }).tap();
  await phone.getByRole("dialog").getByRole("button", { name: "Accept", exact: true }).tap();
  await phone.getByText("by Maya Lindqvist (writer@demo.test)").filter({ visible: true }).waitFor();
  return phone;
}

/** The company's activity tells all of it. */
export async function untilTold(page: Page, portalUrl: string, name: string): Promise<void> {
  for (const [address, deeds] of [
    ["activity", ["from unpaid to paid", "issued an invoice", "added an invoice"]],
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
