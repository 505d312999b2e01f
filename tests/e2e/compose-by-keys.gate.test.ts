import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { acceptOnPhone, expectThreePages, untilTold } from "#tests/support/after-sending.ts";
import { blocksOn, frameOf, untilSaved } from "#tests/support/editor.ts";
import { makePlain } from "#tests/support/make-image.ts";
import { startJourneys } from "#tests/support/start-journeys.ts";

const NAME = "Store by keys";
/** Twelve months of care, and both work orders with a tenth off: 3,168.00 + 2,564.10. */
const TOTAL = "$5,732.10";
/** More focus stops than lie between any two places of the editor. */
const MAX_STOPS = 40;
/** What an item of a list is written in. */
const WRITTEN = "input, textarea, [contenteditable]";

const { portal, browser } = await startJourneys();

const hasFocus = (target: Locator) =>
  target.evaluate((element) => element === element.ownerDocument.activeElement);
const untilFocused = (target: Locator) => expect.poll(() => hasFocus(target)).toBe(true);

async function tabTo(page: Page, target: Locator, key = "Tab"): Promise<void> {
  for (let stop = 0; stop < MAX_STOPS; stop += 1) {
    await page.keyboard.press(key);
    if ((await target.count()) === 1 && (await hasFocus(target))) return;
  }
  throw new Error(`The ${key} key never comes there`);
}

test("STUDIO-1 STUDIO-3 STUDIO-5 STUDIO-6 STUDIO-13 STUDIO-19 COMPANY-7 by keys alone, from a new document to three pages of all blocks and the paid invoice", async () => {
  const page = await browser.openPage("/admin/organizations/harbour-coffee", { as: "editor@demo.test" });
  const { keyboard } = page;
  const press = async (...keys: string[]) => {
    for (const key of keys) await keyboard.press(key);
  };
  const frame = frameOf(page);
  const settings = page.getByRole("region", { name: "Settings of the block" });
  const dialog = page.getByRole("dialog");
  const field = (name: string) => settings.getByRole("textbox", { name, exact: true });
  const written = (name: string) => frame.getByRole("textbox", { name }).last();
  const search = page.getByRole("searchbox", { name: "Search blocks" });
  /** Writes into a field, in place of what it has. */
  const fill = async (target: Locator, words: string) => {
    if (!(await hasFocus(target))) await tabTo(page, target);
    await press("ControlOrMeta+a");
    await keyboard.type(words);
  };
  /** Writes "/" and the words of a block in an empty line, and chooses the block. */
  const slash = async (words: string, label: string) => {
    await keyboard.type(`/${words}`);
    await frame.getByRole("option", { name: label, exact: true, selected: true }).waitFor();
    await press("Enter");
  };
  const goToBlocks = async () => {
    await press("F6");
    if (!(await hasFocus(search))) await press("F6");
    await untilFocused(search);
  };
  /** From a block to the list of blocks, for a new paragraph after it. */
  const goOn = async () => {
    await goToBlocks();
    await keyboard.type("paragraph");
    await press("Enter");
    await untilFocused(written("Paragraph: text"));
  };
  /** From a text of a block to its settings, where its list gets an item. */
  const addItem = async (words: string) => {
    await press("F6");
    await untilFocused(settings.getByRole("textbox").first());
    await tabTo(page, settings.getByRole("button", { name: "Add", exact: true }));
    await press("Enter");
    await untilFocused(settings.locator("[data-item]").last().locator(WRITTEN).first());
    await keyboard.type(words);
  };
  const message = (words: RegExp) => page.getByRole("status").filter({ hasText: words }).waitFor();

  const newDocument = page.getByRole("link", { name: "New document" });
  await newDocument.waitFor();
  await tabTo(page, newDocument);
  await press("Enter");
  const name = page.getByRole("textbox", { name: "Name" });
  await name.waitFor();
  await fill(name, NAME);
  await tabTo(page, page.getByRole("button", { name: "Add document" }));
  await press("Enter");
  await untilFocused(written("Paragraph: text"));
  await keyboard.type("# ");
  await untilFocused(written("Heading: text"));
  await keyboard.type("A store worthy of the roast");
  await press("Enter");
  await untilFocused(written("Paragraph: text"));
  await keyboard.type("People cross Sydney for your ");
  await press("ControlOrMeta+b");
  await keyboard.type("coffee");
  await press("ControlOrMeta+b");
  await keyboard.type(", as our notes");
  await press("ControlOrMeta+Shift+ArrowLeft", "ControlOrMeta+k");
  await keyboard.type("example.com/notes");
  await press("Enter");
  await frame.locator('a[href="https://example.com/notes"]', { hasText: /^notes$/ }).waitFor();
  await untilFocused(written("Paragraph: text"));
  await press("End", "Enter");
  // A new line of a text is as good a place for a block as an empty page.
  await keyboard.type("## ");
  await untilFocused(written("Heading: text"));
  await keyboard.type("W");
  // After a pause the author continues in the same text.
  await untilSaved(page);
  await keyboard.type("hat you want to change");
  await press("Enter");
  await untilFocused(written("Paragraph: text"));
  await keyboard.type("- ");
  await untilFocused(written("List: text"));
  await keyboard.type("Six in ten visitors shop on a phone");
  await press("Enter");
  await expect.poll(() => frame.getByRole("listitem").count()).toBe(2);
  await keyboard.type("Cafés order by text");
  await press("Enter", "Enter");
  await untilFocused(written("Paragraph: text"));
  await slash("table", "Table");
  await expect.poll(() => written("Paragraph: text").locator("th").count()).toBe(3);
  for (const words of ["Step", "Who", "When", "Audit", "Noah", "March", "Build", "Ines"]) {
    await keyboard.type(words);
    await press("Tab");
  }
  await keyboard.type("April");
  await frame.getByRole("cell", { name: "April" }).waitFor();
  await goOn();
  await slash("proven", "Proven Way of Working");
  await untilFocused(written("Proven Way of Working: name"));
  await keyboard.type("Listen");
  await frame.getByText("Listen", { exact: true }).waitFor();
  await goOn();
  await slash("page", "Page Break");
  await frame.getByRole("group", { name: "Page Break" }).waitFor();
  await press("Enter");
  await untilFocused(written("Paragraph: text"));

  // A container, and two blocks inside it.
  await slash("container", "Container");
  await untilFocused(field("Columns"));
  await fill(field("Columns"), "2");
  for (const title of ["For people at home", "For cafés"]) {
    await goToBlocks();
    await keyboard.type("deliverables");
    const isFirst = title === "For people at home";
    const label = isFirst ? "Add Deliverables inside the Container" : "Add Deliverables";
    await tabTo(page, page.getByRole("button", { name: label, exact: true }));
    await press("Enter");
    await untilFocused(written("Deliverables: title"));
    await keyboard.type(title);
    await addItem("Fast on a phone");
    await frame
      .getByRole("group", { name: "Deliverables" })
      .filter({ hasText: title })
      .getByText("Fast on a phone")
      .waitFor();
  }

  // A picture, added after the container: out of it first.
  await goToBlocks();
  await keyboard.type("image");
  await press("Enter");
  await untilFocused(field("Image: address"));
  await press("F6", "F6", "Alt+ArrowLeft");
  await message(/Moved to 9 of 9/);
  await press("F6");
  const chooser = page.waitForEvent("filechooser");
  await tabTo(page, settings.getByRole("button", { name: "Upload a picture" }), "Shift+Tab");
  await press("Enter");
  const buffer = await makePlain(60, 40).png().toBuffer();
  await (await chooser).setFiles({ name: "store.png", mimeType: "image/png", buffer });
  await frame.locator(".editor-root img").waitFor();
  await fill(field("Alternative text"), "The new store");
  await frame.getByAltText("The new store").waitFor();
  await goOn();
  await slash("video", "Video");
  await untilFocused(field("Address of the video"));
  await keyboard.type("https://youtu.be/aqz-KE-bpKQ");
  await goOn();
  await slash("video grid", "Video Grid");
  await untilFocused(written("Video Grid: title"));
  await keyboard.type("At work");
  await addItem("https://youtu.be/eRsGyueVLvQ");
  await goOn();
  await slash("case", "Case Studies");
  await untilFocused(written("Case Studies: header"));
  await keyboard.type("Work like yours");
  await addItem("Saltbush Bakery");
  await goOn();
  await slash("button", "Button");
  await untilFocused(written("Button: text"));
  await keyboard.type("Book a call");
  await press("F6");
  await untilFocused(field("Text"));
  await fill(settings.getByRole("combobox", { name: "Address" }), "https://example.com/call");
  await goOn();
  await slash("link", "Link Wrapper");
  await untilFocused(settings.getByRole("combobox", { name: "Address" }));
  await goToBlocks();
  await keyboard.type("paragraph");
  await tabTo(page, page.getByRole("button", { name: "Add Paragraph inside the Link Wrapper" }));
  await press("Enter");
  await untilFocused(written("Paragraph: text"));
  await keyboard.type("All of our work");
  await goToBlocks();
  await keyboard.type("page");
  await press("Enter");
  await untilFocused(frame.getByRole("group", { name: "Page Break" }).last());
  await press("Alt+ArrowLeft");
  await message(/Moved to 15 of 15/);
  await press("Enter");
  await untilFocused(written("Paragraph: text"));

  await keyboard.type("## ");
  await untilFocused(written("Heading: text"));
  await keyboard.type("Investment");
  await press("Enter");
  await untilFocused(written("Paragraph: text"));
  await slash("pricing", "Pricing Table");
  await untilFocused(written("Pricing Table: product"));
  await keyboard.type("Care plan");
  await press("F6");
  await untilFocused(field("Product"));
  await fill(field("Price of one in dollars"), "240");
  await fill(field("Count"), "12");
  await frame.getByText("$3,168.00").first().waitFor();
  await goOn();
  await slash("footer", "Footer");
  await untilFocused(field("Business name"));
  await goOn();
  await slash("work", "Work Orders");
  const newWork = settings.getByRole("button", { name: "New work order" });
  await untilFocused(settings.getByRole("checkbox").first());
  await tabTo(page, newWork, "Shift+Tab");
  for (const [title, pages] of [
    ["Store build", "10"],
    ["Photography", "4"],
  ] as const) {
    await press("Enter");
    await untilFocused(dialog.getByRole("textbox", { name: "Name", exact: true }));
    await keyboard.type(title);
    await tabTo(page, dialog.getByRole("button", { name: "Add product" }));
    await press("Enter");
    await tabTo(page, dialog.getByRole("combobox"), "Shift+Tab");
    await keyboard.type("Accessibility");
    await page.getByRole("option", { name: /Accessibility audit/ }).waitFor();
    await press("ArrowDown", "Enter");
    await fill(dialog.getByRole("textbox", { name: "Quantity of product 1" }), pages);
    if (title === "Photography") {
      await tabTo(page, dialog.getByRole("checkbox", { name: /^Optional/ }));
      await press("Space");
    }
    await tabTo(page, dialog.getByRole("button", { name: "Add work order" }));
    await press("Enter");
    await settings.getByRole("checkbox", { name: new RegExp(title) }).waitFor();
    await untilFocused(newWork);
  }
  // A ticked line moves to another position of the list, with the focus.
  const photography = settings.getByRole("checkbox", { name: /Photography/ });
  await tabTo(page, photography, "Shift+Tab");
  for (const isShown of [false, true]) {
    await press("Space");
    await expect.poll(() => photography.isChecked()).toBe(isShown);
    await untilFocused(photography);
  }
  await fill(field("Discount on all work in per cent"), "10");
  await fill(field("Name of the discount"), "For a first project");
  await frame.getByText("$1,831.50").first().waitFor();

  // The footer is moved below the work.
  await press("F6", "F6");
  await untilFocused(frame.getByRole("group", { name: "Work Orders" }));
  await press("ArrowUp", "Alt+ArrowDown");
  await message(/Moved to 19 of 19/);
  await untilSaved(page);
  expect((await blocksOn(page)).map((one) => one.split(":")[0])).toEqual([
    "Heading",
    "Paragraph",
    "Heading",
    "List",
    "Paragraph",
    "ProvenWayOfWorking",
    "PageBreak",
    "Container",
    "Deliverables",
    "Deliverables",
    "Image",
    "Video",
    "VideoGrid",
    "CaseStudies",
    "Button",
    "LinkWrapper",
    "Paragraph",
    "PageBreak",
    "Heading",
    "PricingTable",
    "WorkOrders",
    "Footer",
  ]);

  // A line of the checks leads to its block, where it is mended.
  const unmended = page.getByText("A link has no address");
  await goToBlocks();
  await tabTo(page, page.getByRole("button", { name: /^Checks/ }), "Shift+Tab");
  await press("Enter");
  await tabTo(page, unmended);
  await press("Enter");
  await untilFocused(settings.getByRole("combobox", { name: "Address" }));
  await keyboard.type("https://example.com/work");
  await unmended.waitFor({ state: "detached" });
  await goToBlocks();
  await tabTo(page, page.getByRole("button", { name: "Send", exact: true }), "Shift+Tab");
  await press("Enter");
  await untilFocused(dialog.getByRole("textbox", { name: "Message" }));
  await keyboard.type("Here it is.");
  await tabTo(page, dialog.getByRole("button", { name: "Send", exact: true }));
  await press("Enter");
  await page.getByText("Sees it", { exact: true }).waitFor();
  await page.getByText("sent a document to its client").waitFor();

  const phone = await acceptOnPhone(browser, NAME, TOTAL);
  await expectThreePages(phone, TOTAL);
  await page.reload();
  const invoice = page.getByRole("button", { name: "Invoice this" });
  await invoice.waitFor();
  await tabTo(page, invoice);
  await press("Enter");
  await tabTo(page, dialog.getByRole("button", { name: "Make invoice" }));
  await press("Enter");
  const paid = page.getByRole("button", { name: "Record payment" });
  await paid.waitFor();
  await tabTo(page, paid);
  await press("Enter");
  await tabTo(page, dialog.getByRole("button", { name: "Save payment" }));
  await press("Enter");
  await page.getByText("PAID", { exact: true }).waitFor();
  await untilTold(page, portal.url, NAME);
});
