import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { readSums } from "#tests/support/read-amounts.ts";
import { startJourneys } from "#tests/support/start-journeys.ts";
import { casesFor } from "#tests/support/suite-cases.ts";

/** More focus stops than any screen has. */
const MAX_STOPS = 80;

const { browser } = await startJourneys();

/** Presses Tab until the element has a visible focus. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let stop = 0; stop < MAX_STOPS; stop += 1) {
    await page.keyboard.press("Tab");
    const isThere = await target.evaluate((element) => element === document.activeElement);
    if (!isThere) continue;
    expect(await target.evaluate((element) => getComputedStyle(element).outlineStyle)).not.toBe("none");
    return;
  }
  throw new Error("The Tab key never comes there.");
}

test("GUARD-5 APPR-3 APPR-5 PRICE-7 a writer signs in, chooses and accepts with the keyboard alone", async () => {
  const page = await browser.openPage("/doc/online-store-and-wholesale-portal");
  const email = page.getByLabel("Email");
  await email.waitFor();
  await tabTo(page, email);
  await page.keyboard.type("writer@demo.test");
  await tabTo(page, page.getByLabel("Password", { exact: true }));
  await page.keyboard.type("counterpart-demo");
  await page.keyboard.press("Enter");

  const optional = page.getByRole("checkbox", { name: "Include Wholesale ordering portal" });
  await optional.waitFor();
  const total = async () =>
    (await readSums(page.locator("dl").filter({ hasText: "Total inc. GST" }))).get("Total inc. GST");
  const before = await total();
  await expect.poll(() => optional.isEnabled()).toBe(true);
  await tabTo(page, optional);
  await page.keyboard.press("Space");
  await expect.poll(total).not.toBe(before);
  await expect.poll(() => optional.isEnabled()).toBe(true);

  await tabTo(page, page.getByRole("button", { name: "Accept", exact: true }).filter({ visible: true }));
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog");
  const declaration = dialog.getByRole("checkbox");
  const confirm = dialog.getByRole("button", { name: "Accept", exact: true });
  await confirm.waitFor();
  await tabTo(page, declaration);
  await page.keyboard.press("Space");
  expect(await confirm.isDisabled()).toBe(true);
  await page.keyboard.press("Space");
  await tabTo(page, confirm);
  await page.keyboard.press("Enter");
  await dialog.waitFor({ state: "hidden" });
  await page.getByText("by Maya Lindqvist (writer@demo.test)").filter({ visible: true }).waitFor();

  const download = page.getByRole("link", { name: "Download PDF" }).filter({ visible: true });
  await download.waitFor();
  await tabTo(page, download);
});

test("COMPANY-3 COMPANY-5 COMPANY-6 COMPANY-7 an owner goes from a new organization to the paid invoice with the keyboard alone", async () => {
  const page = await browser.openPage("/admin/organizations", { as: "staff@demo.test" });
  const dialog = page.getByRole("dialog");
  const button = (name: string) => page.getByRole("button", { name, exact: true });
  const press = async (target: Locator, key = "Enter") => {
    await target.waitFor();
    await tabTo(page, target);
    await page.keyboard.press(key);
  };
  const type = async (target: Locator, words: string) => {
    await target.waitFor();
    // The first field of a dialog has the focus already.
    if (!(await target.evaluate((element) => element === document.activeElement))) await tabTo(page, target);
    await page.keyboard.type(words);
  };
  const choose = async (name: string, words: string, option: RegExp) => {
    await type(page.getByRole("combobox", { name }), words);
    await page.getByRole("option", { name: option }).waitFor();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await page.getByRole("option", { name: option }).waitFor({ state: "detached" });
  };
  const goTo = (name: string) => press(page.getByRole("banner").getByRole("link", { name, exact: true }));
  const heading = (name: string) => page.getByRole("heading", { level: 1, name }).waitFor();

  await press(button("Add organization"));
  await type(dialog.getByRole("textbox", { name: "Name" }), "Tidal Pools");
  await page.keyboard.press("Enter");
  await heading("Tidal Pools");
  await press(button("Make active"));
  await press(dialog.getByRole("button", { name: "Make active" }));
  const confirmation = page.getByRole("dialog", { name: "Confirm it's you" });
  const active = page.getByRole("article").getByText("ACTIVE", { exact: true });
  await confirmation.or(active).first().waitFor();
  if (await confirmation.isVisible()) {
    await type(confirmation.getByLabel("Password", { exact: true }), "counterpart-demo");
    await page.keyboard.press("Enter");
  }
  await page.getByRole("article").getByText("ACTIVE", { exact: true }).first().waitFor();

  await tabTo(page, page.getByRole("tab", { name: "Overview" }));
  // Documents, work orders, invoices and retainers stand before the people.
  for (let tab = 0; tab < 5; tab += 1) await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await press(button("Invite a person"));
  await type(dialog.getByRole("textbox", { name: "First name" }), "Ana");
  await type(dialog.getByRole("textbox", { name: "Last name" }), "Silva");
  await type(dialog.getByRole("textbox", { name: "Email" }), "ana@tidal.test");
  await page.keyboard.press("Enter");
  await page.getByText("ana@tidal.test").first().waitFor();
  await dialog.waitFor({ state: "detached" });

  await goTo("Products");
  await press(button("Add product"));
  await type(dialog.getByRole("textbox", { name: "Name" }), "Pool survey");
  await type(dialog.getByRole("textbox", { name: "Unit" }), "day");
  await type(dialog.getByRole("textbox", { name: "Rate" }), "950");
  await page.keyboard.press("Enter");
  await page.getByText("Product added").waitFor();

  await goTo("Work orders");
  await press(page.getByRole("link", { name: "New work order" }));
  await type(page.getByRole("textbox", { name: "Name", exact: true }), "Survey of the pools");
  await press(button("Add product"));
  await choose("Product 1", "Pool", /Pool survey/);
  await choose("Organization", "Tidal", /Tidal Pools/);
  await press(button("Add work order"));
  await heading("Survey of the pools");
  await press(button("Show to the client"));
  await button("Show to the client").waitFor({ state: "detached" });

  await goTo("Invoices");
  await press(page.getByRole("link", { name: "New invoice" }));
  await type(page.getByRole("textbox", { name: "Name", exact: true }), "Survey of the pools");
  await press(button("Add line"));
  await type(page.getByRole("textbox", { name: "Description" }), "Pool survey");
  await type(page.getByRole("textbox", { name: "Rate in dollars" }), "950");
  await choose("Organization", "Tidal", /Tidal Pools/);
  await type(page.getByRole("combobox", { name: "Status" }), "Unpaid");
  await press(page.getByRole("checkbox", { name: /Issue it now/ }), "Space");
  await press(button("Make invoice"));
  await page.getByRole("heading", { name: "Items" }).waitFor();
  await page.getByText("$1,045.00").first().waitFor();
  await press(button("Record payment"));
  await press(dialog.getByRole("button", { name: "Save payment" }));
  await page.getByText("PAID", { exact: true }).waitFor();
});

/** What of the control that has the focus a person would see; null: the focus has left the page. */
function seenFocus() {
  const at = document.activeElement;
  if (!(at instanceof HTMLElement) || at === document.body) return null;
  const { left, top, width, height } = at.getBoundingClientRect();
  const isSeen = [0.1, 0.5, 0.9].some((part) => {
    const there = document.elementFromPoint(left + width * part, top + height / 2);
    return there !== null && (at.contains(there) || there.contains(at));
  });
  const around = [at, at.nextElementSibling, at.parentElement, at.parentElement?.parentElement];
  const hasRing = around.some((one) => one && getComputedStyle(one).outlineStyle !== "none");
  const name = at.getAttribute("aria-label") ?? at.textContent;
  return { what: `${at.tagName} ${name.slice(0, 40)}`, isSound: isSeen && hasRing };
}

test("COMPANY-6 on a phone, no row that the Tab key reaches is behind the bar of the chosen rows", async () => {
  const page = await browser.openPage("/admin/work-orders", { as: "staff@demo.test" });
  await page.setViewportSize({ width: 360, height: 720 });
  const third = page
    .getByRole("checkbox", { name: /^Choose / })
    .filter({ visible: true })
    .nth(2);
  await third.waitFor();
  await tabTo(page, third);
  await page.keyboard.press("Space");
  await page.getByRole("region", { name: "Chosen work orders" }).waitFor();
  expect(await page.evaluate(seenFocus)).toMatchObject({ isSound: true });
  for (let stop = 0; stop < 12; stop += 1) {
    await page.keyboard.press("Tab");
    expect(await page.evaluate(seenFocus)).toMatchObject({ isSound: true });
  }
});

const SCREENS: [string, string | null][] = [
  ["/admin/organizations/harbour-coffee", "More"],
  ["/admin/work-orders/board", null],
  ["/admin/products", "View"],
  ["/admin/documents/doc-1042", null],
  ["/admin/settings", null],
];

// A screen with an open menu, and one of cards that are moved by keys.
test.each(casesFor(SCREENS.slice(0, 2), SCREENS))(
  "COMPANY-2 COMPANY-6 the Tab key leads through %s, and every control that it reaches is seen",
  async (path, opened) => {
    const page = await browser.openPage(path, { as: "staff@demo.test" });
    await page.getByRole("main").getByRole("heading", { level: 1 }).waitFor();
    await page.getByRole("main").getByRole("button").or(page.getByRole("article")).first().waitFor();
    if (opened) {
      const opener = page
        .getByRole("button", { name: opened, exact: true })
        .filter({ visible: true })
        .first();
      await tabTo(page, opener);
      await page.keyboard.press("Enter");
    }
    const unsound: string[] = [];
    let stops = 0;
    for (; stops < MAX_STOPS; stops += 1) {
      await page.keyboard.press("Tab");
      const seen = await page.evaluate(seenFocus);
      if (seen === null) break;
      if (!seen.isSound) unsound.push(seen.what);
    }
    expect(unsound).toEqual([]);
    expect(stops).toBeGreaterThan(5);
    expect(stops, "the focus leaves the page at its end").toBeLessThan(MAX_STOPS);
  },
);
