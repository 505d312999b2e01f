import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { acceptOnPhone, untilTold } from "#tests/support/after-sending.ts";
import { startBrowser, type TestBrowser } from "#tests/support/browser.ts";
import { startDemoPortal } from "#tests/support/demo-portal.ts";
import { blocksOn, frameOf, makeEmptyProposal, untilSaved } from "#tests/support/editor.ts";
import { makePlain } from "#tests/support/make-image.ts";
import type { Portal } from "#tests/support/portal.ts";

const NAME = "Store by keys";
/** More focus stops than lie between any two places of the editor. */
const MOST_STOPS = 40;

let portal: Portal;
let browser: TestBrowser;
beforeAll(async () => {
  portal = await startDemoPortal();
  browser = await startBrowser(portal.url);
});
afterAll(async () => {
  await browser?.close();
  await portal?.remove();
});

const hasFocus = (target: Locator) =>
  target.evaluate((element) => element === element.ownerDocument.activeElement);
const untilFocused = (target: Locator) => expect.poll(() => hasFocus(target)).toBe(true);

async function tabTo(page: Page, target: Locator, key = "Tab"): Promise<void> {
  for (let stop = 0; stop < MOST_STOPS; stop += 1) {
    await page.keyboard.press(key);
    if ((await target.count()) === 1 && (await hasFocus(target))) return;
  }
  throw new Error(`The ${key} key never comes there`);
}

/** Notes which line has the focus once the next press has been answered. */
const noteFocusAtClick = (page: Page) =>
  page.evaluate(() => {
    const note = () => {
      document.body.dataset.focused = document.activeElement?.closest("li")?.textContent ?? "";
    };
    window.addEventListener("click", note, { once: true });
  });
const notedFocus = (page: Page) => page.locator("body").getAttribute("data-focused");

test("STUDIO-1 STUDIO-3 STUDIO-5 STUDIO-6 COMPANY-7 a proposal is composed from an empty page by keys alone, up to the paid invoice", async () => {
  const page = await browser.openPage("/admin/documents", { as: "editor@demo.test" });
  const id = await makeEmptyProposal(page, NAME);
  await page.goto(`${portal.url}/admin/documents/${id}`);
  const { keyboard } = page;
  const press = async (...keys: string[]) => {
    for (const key of keys) await keyboard.press(key);
  };
  const frame = frameOf(page);
  const settings = page.getByRole("region", { name: "Settings of the block" });
  const field = (name: string | RegExp) => settings.getByRole("textbox", { name });
  const written = (name: string) => frame.getByRole("textbox", { name: `${name}: text` }).last();
  const search = page.getByRole("searchbox", { name: "Search blocks" });
  /** Writes "/" and the words of a block in an empty line, and chooses the block. */
  const slash = async (words: string, label: string) => {
    await keyboard.type(`/${words}`);
    await frame.getByRole("option", { name: label, selected: true }).waitFor();
    await press("Enter");
  };
  /** From a block to the list of blocks, for a new paragraph after it. */
  const goOn = async () => {
    await press("F6");
    if (!(await hasFocus(search))) await press("F6");
    await untilFocused(search);
    await keyboard.type("paragraph");
    await press("Enter");
    await untilFocused(written("Paragraph"));
  };

  await page.getByRole("link", { name: "Edit page" }).waitFor();
  await tabTo(page, page.getByRole("link", { name: "Edit page" }));
  await press("Enter");
  await untilFocused(frame.getByRole("button", { name: "Start writing" }));
  await press("Enter");
  await untilFocused(written("Paragraph"));
  await keyboard.type("# ");
  await untilFocused(written("Heading"));
  await keyboard.type("A store worthy of the roast");
  await press("Enter");
  await untilFocused(written("Paragraph"));
  await keyboard.type("People cross Sydney for your ");
  await press("ControlOrMeta+b");
  await keyboard.type("coffee");
  await press("ControlOrMeta+b", "Enter");
  // A new line of a text is as good a place for a block as an empty page.
  await keyboard.type("## ");
  await untilFocused(written("Heading"));
  await keyboard.type("W");
  // Whoever stops to think writes on in the same text.
  await untilSaved(page);
  await keyboard.type("hat you want to change");
  await press("Enter");
  await untilFocused(written("Paragraph"));
  await keyboard.type("- ");
  await untilFocused(written("List"));
  await keyboard.type("Six in ten visitors shop on a phone");
  await press("Enter");
  await expect.poll(() => frame.getByRole("listitem").count()).toBe(2);
  await keyboard.type("Cafés order by text");
  await press("Enter", "Enter");
  await untilFocused(written("Paragraph"));

  await slash("proven", "Proven Way of Working");
  await untilFocused(frame.getByRole("textbox", { name: "Proven Way of Working: name" }));
  await keyboard.type("Listen");
  await frame.getByText("Listen", { exact: true }).waitFor();
  await goOn();

  // A container, and two blocks inside it.
  await slash("container", "Container");
  await untilFocused(field("Columns"));
  await press("ControlOrMeta+a");
  await keyboard.type("2");
  for (const title of ["For people at home", "For cafés"]) {
    await press("F6");
    await untilFocused(search);
    await keyboard.type("deliverables");
    if (title === "For cafés")
      await tabTo(page, page.getByRole("button", { name: "Add Deliverables", exact: true }));
    else await tabTo(page, page.getByRole("button", { name: "Add Deliverables inside the Container" }));
    await press("Enter");
    await untilFocused(frame.getByRole("textbox", { name: "Deliverables: title" }).last());
    await keyboard.type(title);
    await press("F6");
    await untilFocused(field("Title"));
    await tabTo(page, settings.getByRole("button", { name: "Add", exact: true }));
    await press("Enter");
    await untilFocused(settings.getByRole("textbox").last());
    await keyboard.type("Fast on a phone");
    await frame
      .getByRole("group", { name: "Deliverables" })
      .filter({ hasText: title })
      .getByText("Fast on a phone")
      .waitFor();
  }

  // A picture, added after the container: out of it first.
  await press("F6");
  await untilFocused(search);
  await keyboard.type("image");
  await press("Enter");
  await untilFocused(field("Image: address"));
  await press("F6", "F6", "Alt+ArrowLeft");
  await page
    .getByRole("status")
    .filter({ hasText: /Moved to 7 of 7/ })
    .waitFor();
  await press("F6");
  const chooser = page.waitForEvent("filechooser");
  await tabTo(page, settings.getByRole("button", { name: "Upload a picture" }), "Shift+Tab");
  await press("Enter");
  const buffer = await makePlain(60, 40).png().toBuffer();
  await (await chooser).setFiles({ name: "store.png", mimeType: "image/png", buffer });
  await frame.locator(".editor-root img").waitFor();
  await tabTo(page, field("Alternative text"));
  await keyboard.type("The new store");
  await frame.getByAltText("The new store").waitFor();
  await goOn();

  await slash("page", "Page Break");
  await frame.getByRole("group", { name: "Page Break" }).waitFor();
  await press("Enter");
  await untilFocused(written("Paragraph"));
  await keyboard.type("## ");
  await untilFocused(written("Heading"));
  await keyboard.type("Investment");
  await press("Enter");
  await untilFocused(written("Paragraph"));
  await slash("work", "Work Orders");
  const work = settings.getByRole("checkbox", { name: /Store build|Photography|Launch emails/ });
  await untilFocused(work.first());
  await press("Space");
  for (const name of ["Photography", "Launch emails"]) {
    await tabTo(page, settings.getByRole("checkbox", { name: new RegExp(name) }));
    await noteFocusAtClick(page);
    await press("Space");
    // Later, the next key may have taken it elsewhere.
    expect(await notedFocus(page)).toContain(name);
  }
  await frame.getByText("$2,035.00").waitFor();
  await goOn();
  await slash("footer", "Footer");
  await untilFocused(field("Business name"));
  await keyboard.type("Ember & Oak Digital");
  await frame.getByText("Ember & Oak Digital").last().waitFor();
  await untilSaved(page);
  expect((await blocksOn(page)).map((one) => one.split(":")[0])).toEqual([
    ...["Heading", "Paragraph", "Heading", "List", "ProvenWayOfWorking"],
    ...["Container", "Deliverables", "Deliverables", "Image", "PageBreak", "Heading", "WorkOrders", "Footer"],
  ]);

  // Back to the document, and away to its client.
  await press("F6");
  await untilFocused(search);
  await tabTo(page, page.getByRole("link", { name: /Back to/ }), "Shift+Tab");
  await press("Enter");
  const send = page.getByRole("button", { name: "Send", exact: true });
  await send.first().waitFor();
  await tabTo(page, send.first());
  await press("Enter");
  const dialog = page.getByRole("dialog");
  await dialog.getByText("We have checked the page").waitFor();
  await tabTo(page, dialog.getByRole("textbox", { name: "Message" }));
  await keyboard.type("Here it is.");
  await tabTo(page, dialog.getByRole("button", { name: "Send", exact: true }));
  await press("Enter");
  await page.getByText("Sees it", { exact: true }).waitFor();
  await page.getByText("sent a document to its client").waitFor();

  await acceptOnPhone(browser, NAME);
  await page.reload();
  const invoice = page.getByRole("button", { name: "Invoice this" });
  await invoice.waitFor();
  await tabTo(page, invoice);
  await press("Enter");
  await tabTo(page, dialog.getByRole("button", { name: "Make invoice" }));
  await press("Enter");
  const paid = page.getByRole("button", { name: "Mark as paid" });
  await paid.waitFor();
  await tabTo(page, paid);
  await press("Enter");
  await tabTo(page, dialog.getByRole("button", { name: "Mark as paid" }));
  await press("Enter");
  await page.getByText("PAID", { exact: true }).waitFor();
  await untilTold(page, portal.url, NAME);
});
