import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { acceptOnPhone, expectThreePages, untilTold } from "#tests/support/after-sending.ts";
import { answerOnce } from "#tests/support/answer-instead.ts";
import { boxOf, centre, dropOn, press } from "#tests/support/drag-blocks.ts";
import { blocksOn, frameOf, untilSaved } from "#tests/support/editor.ts";
import { makePlain } from "#tests/support/make-image.ts";
import { putOnClipboard } from "#tests/support/put-on-clipboard.ts";
import { startJourneys } from "#tests/support/start-journeys.ts";

const NAME = "Store by mouse";
/** What a word processor puts on the clipboard. */
const OPENING = `<h1>An online store worthy of the roast</h1><p>For Maya, from Noah.</p><h2>What you want to change</h2>
<p>Four things came up <span style="font-weight:700">again and again</span>, as our notes show.</p>
<ul><li>Six in ten visitors shop on a phone.</li><li>Subscriptions are paused by email.</li></ul>`;
const CLOSING =
  "## Terms\n\nThree things in plain words:\n\n- What we make is yours once it is paid for.\n- Work beyond this is quoted first.";
/** Twelve months of care, and both work orders with a tenth off: 3,168.00 + 2,564.10. */
const TOTAL = "$5,732.10";

const { portal, browser } = await startJourneys();

/** Pastes without a key, as the browser's menu does. */
async function paste(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send("Input.dispatchKeyEvent", { type: "rawKeyDown", commands: ["paste"] });
}

/** Selects a word of a text on the page. */
async function selectWord(page: Page, text: Locator, word: string): Promise<void> {
  const frame = await boxOf(page.locator('iframe[title="Page"]'));
  const { x, y } = await text.evaluate((element, wanted) => {
    element.scrollIntoView({ block: "center" });
    const { ownerDocument } = element;
    const walker = ownerDocument.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    const range = ownerDocument.createRange();
    while (walker.nextNode()) {
      const at = walker.currentNode.textContent?.indexOf(wanted) ?? -1;
      if (at < 0) continue;
      range.setStart(walker.currentNode, at);
      range.setEnd(walker.currentNode, at + wanted.length);
    }
    const { left, top, width, height } = range.getBoundingClientRect();
    const { innerWidth, innerHeight } = ownerDocument.defaultView as Window;
    return { x: (left + width / 2) / innerWidth, y: (top + height / 2) / innerHeight };
  }, word);
  await page.mouse.dblclick(frame.x + x * frame.width, frame.y + y * frame.height);
}

test("STUDIO-2 STUDIO-10 STUDIO-11 STUDIO-12 STUDIO-13 STUDIO-14 APPR-5 COMPANY-7 FIELD-10 by mouse alone, from a new document to three pages of all blocks and the paid invoice", async () => {
  const page = await browser.openPage("/admin/organizations/harbour-coffee", {
    as: "editor@demo.test",
    allowConsole: [/net::ERR_/, /API Request Failed/],
  });
  const { keyboard } = page;
  const frame = frameOf(page);
  const settings = page.getByRole("region", { name: "Settings of the block" });
  const bar = page.getByRole("toolbar", { name: "Selected block" });
  const dialog = page.getByRole("dialog");
  const add = (label: string) => page.getByRole("button", { name: `Add ${label}`, exact: true }).click();
  const block = (type: string) => frame.locator(`.editor-block[data-type=${type}]`).last();
  const written = (name: string) => frame.getByRole("textbox", { name, exact: true }).last();
  /** Writes into a field, in place of what it has. */
  const fill = async (field: Locator, words: string) => {
    await field.click({ clickCount: 3 });
    await keyboard.type(words);
  };
  /** Presses a type in the list of blocks, to drag a new one. */
  const pressChoice = async (type: string) => {
    const { x, y, width, height } = await boxOf(page.locator(`[data-block=${type}]`));
    await page.mouse.move(x + width / 2, y + height / 2);
    await page.mouse.down();
  };
  const setting = (name: string) => settings.getByRole("textbox", { name, exact: true });

  await page.getByRole("link", { name: "New document" }).click();
  await fill(page.getByRole("textbox", { name: "Name" }), NAME);
  await page.getByRole("button", { name: "Add document" }).click();
  await frame.locator(".editor-text:focus").waitFor();

  // The text of a word processor, pasted onto the empty page, and formatted further.
  await putOnClipboard(page, { "text/html": OPENING, "text/plain": "An online store" });
  await paste(page);
  await frame.getByText("Six in ten visitors").waitFor();
  const opening = frame.getByRole("textbox", { name: "Paragraph: text" }).filter({ hasText: "again" });
  await selectWord(page, opening, "Four");
  await bar.getByRole("button", { name: "Bold" }).click();
  await selectWord(page, opening, "notes");
  await bar.getByRole("button", { name: "Link" }).click();
  await keyboard.type("example.com/notes");
  await bar.getByRole("button", { name: "Apply" }).click();
  await opening.locator("strong", { hasText: "Four" }).waitFor();
  await opening.locator('a[href="https://example.com/notes"]', { hasText: "notes" }).waitFor();
  await written("List: text").click();
  await add("Paragraph");
  await written("Paragraph: text").waitFor();
  await bar.getByRole("button", { name: "Table" }).click();
  for (const [at, words] of ["Step", "Who", "When", "Audit", "Noah", "March"].entries()) {
    await written("Paragraph: text").locator("th, td").nth(at).click();
    await keyboard.type(words);
  }
  await written("Paragraph: text").locator("td").last().click();
  await bar.getByRole("button", { name: "Delete row" }).click();
  await add("Proven Way of Working");
  await keyboard.type("Listen");
  await frame.getByText("Listen", { exact: true }).waitFor();
  await add("Page Break");

  // A container with two columns, into which blocks are dragged from the list.
  await add("Container");
  await fill(setting("Columns"), "2");
  await pressChoice("Deliverables");
  await dropOn(page, block("Container"), 0.5);
  await frame.locator('[aria-label="Deliverables: title"]:focus').waitFor();
  await keyboard.type("For people at home");
  await settings.getByRole("button", { name: "Add", exact: true }).click();
  await keyboard.type("Fast on a phone");
  await frame.getByText("Fast on a phone").waitFor();
  await bar.getByRole("button", { name: "Duplicate" }).click();
  await expect.poll(() => frame.getByText("For people at home").count()).toBe(2);
  await fill(setting("Title"), "For cafés");
  await frame.getByText("For cafés").waitFor();

  // A picture whose upload breaks off is chosen again, and nothing is lost.
  await centre(block("Container"));
  await pressChoice("Image");
  await dropOn(page, block("Container"), 0.98);
  await settings.getByRole("heading", { name: "Image" }).first().waitFor();
  await answerOnce(page, "**/api/images", (route) => route.abort());
  const file = { name: "store.png", mimeType: "image/png", buffer: await makePlain(60, 40).png().toBuffer() };
  await settings.locator("input[type=file]").setInputFiles(file);
  await settings.getByRole("alert").filter({ hasText: "couldn't reach the portal" }).waitFor();
  // An iPhone's picture under another name is named, and a phone's photo of 48 megapixels is made smaller here.
  const heic = Buffer.concat([
    Buffer.from("\0\0\0\x18ftypmif1\0\0\0\0mif1heic", "latin1"),
    Buffer.alloc(500),
  ]);
  await settings.locator("input[type=file]").setInputFiles({ ...file, name: "till.jpg", buffer: heic });
  await settings.getByRole("alert").filter({ hasText: "iPhone picture (HEIC)" }).waitFor();
  const photo = await makePlain(8064, 6048).withMetadata({ orientation: 6 }).jpeg().toBuffer();
  await settings.locator("input[type=file]").setInputFiles({ ...file, name: "store.jpg", buffer: photo });
  await frame.locator('.editor-root img[src*="2400x3200"]').waitFor();
  await fill(setting("Alternative text"), "The new store");
  await settings.getByRole("combobox", { name: "Size" }).click();
  await page.getByRole("option", { name: "Custom" }).click();
  await fill(setting("Width"), "120");
  await untilSaved(page);

  await add("Video");
  await keyboard.type("https://youtu.be/aqz-KE-bpKQ");
  await add("Video Grid");
  await keyboard.type("At work");
  await settings.getByRole("button", { name: "Add", exact: true }).click();
  await keyboard.type("https://youtu.be/eRsGyueVLvQ");
  await add("Case Studies");
  await keyboard.type("Work like yours");
  await settings.getByRole("button", { name: "Add", exact: true }).click();
  await keyboard.type("Saltbush Bakery");
  await add("Link Wrapper");
  await page.getByRole("button", { name: "Add Paragraph inside the Link Wrapper" }).click();
  await keyboard.type("All of our work");
  await page.getByRole("button", { name: "Structure" }).click();
  await page.getByRole("treeitem", { name: /^Link Wrapper/ }).click();
  await page.getByRole("button", { name: "Add", exact: true }).first().click();
  await add("Button");
  await keyboard.type("Book a call");
  await add("Page Break");

  // Without a connection everything is still written, and a reload in the midst loses no word.
  await page.context().setOffline(true);
  await add("Heading");
  await keyboard.type("Investment");
  await fill(setting("Anchor"), "investment");
  await page.getByText(/Not saved: The portal can't be reached/).waitFor();
  await page.context().setOffline(false);
  await page.reload();
  await page.getByText("Changes that weren't saved").waitFor();
  await frame.getByText("Investment").waitFor();
  await untilSaved(page);

  // The session ends during editing: the author signs in over the page, and writes on.
  await frame.getByText("Investment").click();
  await add("Pricing Table");
  await keyboard.type("Care plan");
  await page.request.post(`${portal.url}/api/auth/sign-out`, { headers: { origin: portal.url }, data: {} });
  const signIn = page.getByRole("dialog", { name: "Your session has ended" });
  await signIn.getByLabel("Password", { exact: true }).fill("counterpart-demo");
  await signIn.getByRole("button", { name: "Sign in", exact: true }).click();
  await signIn.waitFor({ state: "hidden" });
  await fill(setting("Price of one in dollars"), "240");
  await fill(setting("Count"), "12");
  await frame.getByText("$3,168.00").first().waitFor();
  await add("Work Orders");
  await settings.getByRole("button", { name: "New work order" }).click();
  for (const [name, pages] of [
    ["Store build", "10"],
    ["Photography", "4"],
  ] as const) {
    if (name === "Photography") await settings.getByRole("button", { name: "New work order" }).click();
    await fill(dialog.getByRole("textbox", { name: "Name", exact: true }), name);
    await dialog.getByRole("button", { name: "Add product" }).click();
    await dialog.getByRole("combobox").click();
    await page.getByRole("option", { name: /Accessibility audit/ }).click();
    await fill(dialog.getByRole("textbox", { name: "Quantity of product 1" }), pages);
    if (name === "Photography") await dialog.getByRole("checkbox", { name: /^Optional/ }).click();
    await dialog.getByRole("button", { name: "Add work order" }).click();
    await settings.getByRole("checkbox", { name: new RegExp(name) }).waitFor();
  }
  await fill(setting("Discount on all work in per cent"), "10");
  await fill(setting("Name of the discount"), "For a first project");
  await frame.getByText("$1,831.50").first().waitFor();
  await untilSaved(page);

  // Markdown, pasted after the selected block.
  await frame.getByRole("group", { name: "Work Orders" }).click({ position: { x: 200, y: 10 } });
  await putOnClipboard(page, { "text/plain": CLOSING });
  await paste(page);
  await frame.getByText("Work beyond this").waitFor();
  await add("Footer");
  expect(await setting("Business name").inputValue()).toBe("Ember & Oak Digital");
  // The button is dragged before the link by its handle.
  await press(page, (await block("Button").getAttribute("data-block-id")) ?? "");
  await dropOn(page, block("LinkWrapper"), 0.1);
  await page
    .getByRole("status")
    .filter({ hasText: /^Button: Book a call moved|^Button moved/ })
    .waitFor();
  await untilSaved(page);
  expect((await blocksOn(page)).map((one) => one.split(":")[0])).toEqual([
    "Heading",
    "Paragraph",
    "Heading",
    "Paragraph",
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
    "Heading",
    "Paragraph",
    "List",
    "Footer",
  ]);

  // Each line of the checks leads to its block, where it is mended.
  for (const words of ["A button has no address", "A link has no address"]) {
    const line = page.getByText(words);
    if (!(await line.isVisible())) await page.getByRole("button", { name: /^Checks/ }).click();
    await line.click();
    if (words.startsWith("A button")) await settings.getByRole("combobox", { name: "Address" }).click();
    await keyboard.type("https://example.com/next");
    await line.waitFor({ state: "detached" });
  }
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await dialog.getByRole("button", { name: "Send", exact: true }).click();
  await page.getByText("Sees it", { exact: true }).waitFor();

  const phone = await acceptOnPhone(browser, NAME, TOTAL);
  await expectThreePages(phone, TOTAL);

  // One step makes the invoice of what was accepted. It is paid, and all of it is in the activity.
  await page.reload();
  await page.getByRole("button", { name: "Invoice this" }).click();
  await dialog.getByRole("button", { name: "Make invoice" }).click();
  await page.getByText("Invoice issued").waitFor();
  await page.getByRole("row", { name: "Total including GST" }).getByText(TOTAL).waitFor();
  await page.getByRole("button", { name: "Record payment" }).click();
  await dialog.getByRole("button", { name: "Save payment" }).click();
  await page.getByText("PAID", { exact: true }).waitFor();
  await untilTold(page, portal.url, NAME);
});
