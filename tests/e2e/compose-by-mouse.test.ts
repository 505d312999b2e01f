import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { acceptOnPhone, untilTold } from "#tests/support/after-sending.ts";
import { answerOnce } from "#tests/support/answer-instead.ts";
import { startBrowser, type TestBrowser } from "#tests/support/browser.ts";
import { startDemoPortal } from "#tests/support/demo-portal.ts";
import { blocksOn, frameOf, makeEmptyProposal, untilSaved } from "#tests/support/editor.ts";
import { makePlain } from "#tests/support/make-image.ts";
import { pdfBehind } from "#tests/support/pdf-behind.ts";
import type { Portal } from "#tests/support/portal.ts";

const NAME = "Store by mouse";
/** What a word processor puts on the clipboard. */
const OPENING = `<h1>An online store worthy of the roast</h1><p>For Maya, from Noah.</p><h2>What you want to change</h2>
<p>Four things came up <span style="font-weight:700">again and again</span>.</p>
<ul><li>Six in ten visitors shop on a phone.</li><li>Subscriptions are paused by email.</li></ul>`;
const CLOSING =
  "## Terms\n\nThree things in plain words:\n\n- What we make is yours once it is paid for.\n- Work beyond this is quoted first.";

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

/** Puts a text on the clipboard, as another program would. */
async function copy(page: Page, parts: Record<string, string>): Promise<void> {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.evaluate((given) => {
    const put = (event: ClipboardEvent) => {
      event.preventDefault();
      event.stopImmediatePropagation();
      for (const [type, words] of Object.entries(given)) event.clipboardData?.setData(type, words);
    };
    window.addEventListener("copy", put, { capture: true, once: true });
    document.execCommand("copy");
  }, parts);
}

test("STUDIO-2 STUDIO-10 STUDIO-11 STUDIO-12 APPR-5 COMPANY-7 FIELD-10 from an empty page, by mouse and paste, to the paid invoice", async () => {
  const page = await browser.openPage("/admin/documents", {
    as: "editor@demo.test",
    allowConsole: [/net::ERR_/, /API Request Failed/],
  });
  const id = await makeEmptyProposal(page, NAME);
  await page.goto(`${portal.url}/admin/documents/${id}`);
  await page.getByRole("link", { name: "Edit page" }).click();
  const frame = frameOf(page);
  const settings = page.getByRole("region", { name: "Settings of the block" });
  const add = (label: string) => page.getByRole("button", { name: `Add ${label}`, exact: true }).click();
  await frame.getByRole("button", { name: "Start writing" }).waitFor();

  // The text of a word processor, pasted onto the empty page.
  await copy(page, { "text/html": OPENING, "text/plain": "An online store" });
  await page.keyboard.press("ControlOrMeta+v");
  await frame.getByText("Six in ten visitors").waitFor();
  await add("Proven Way of Working");
  await settings.getByRole("textbox", { name: "Name" }).fill("Listen");
  await add("Container");
  await settings.getByRole("textbox", { name: "Columns" }).fill("2");
  await page.getByRole("button", { name: "Add Deliverables inside the Container" }).click();
  await settings.getByRole("textbox", { name: "Title" }).fill("For people at home");
  await page.getByRole("button", { name: "Duplicate" }).click();
  await expect.poll(() => frame.getByText("For people at home").count()).toBe(2);
  await settings.getByRole("textbox", { name: "Title" }).fill("For cafés");
  await frame.getByText("For cafés").waitFor();
  await page.getByRole("button", { name: "Select the block around it" }).click();

  // A picture whose upload breaks off is chosen again, and nothing is lost.
  await add("Image");
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
  await settings.getByLabel("Alternative text").fill("The new store");
  await untilSaved(page);

  // Without a connection everything is still written, and a reload in the midst loses no word.
  await page.context().setOffline(true);
  await add("Heading");
  await settings.getByRole("textbox", { name: "Text", exact: true }).fill("Investment");
  await settings.getByLabel("Anchor").fill("investment");
  await page.getByText(/Not saved: The portal cannot be reached/).waitFor();
  await page.context().setOffline(false);
  await page.reload();
  await page.getByText("Changes that were not saved").waitFor();
  await frame.getByText("Investment").waitFor();
  await untilSaved(page);

  // The sign-in expires while somebody writes: they go on, and sign in beside the page.
  await frame.getByText("Investment").click();
  await page.request.post(`${portal.url}/api/auth/sign-out`, { headers: { origin: portal.url }, data: {} });
  await add("Work Orders");
  for (const name of [/Store build/, /Photography/, /Launch emails/]) {
    await settings.getByRole("checkbox", { name }).check();
  }
  await frame.getByText("$2,035.00").first().waitFor();
  await page.getByText("Not saved: You are signed out.").waitFor();
  const signIn = page.getByRole("dialog", { name: "Sign in again" });
  await page.getByRole("button", { name: "Sign in" }).click();
  await signIn.getByRole("button", { name: "Cancel" }).click();
  // A dialog that opens later does not cover the sign-in.
  await settings.getByRole("button", { name: "New work order" }).click();
  await signIn.getByLabel("Password", { exact: true }).fill("counterpart-demo");
  await signIn.getByRole("button", { name: "Sign in" }).click();
  await signIn.waitFor({ state: "hidden" });
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await untilSaved(page);

  // Markdown, pasted after the selected block.
  await frame.getByRole("group", { name: "Work Orders" }).click({ position: { x: 200, y: 10 } });
  await copy(page, { "text/plain": CLOSING });
  await page.keyboard.press("ControlOrMeta+v");
  await frame.getByText("Work beyond this").waitFor();
  await add("Footer");
  await settings.getByRole("textbox", { name: "Business name" }).fill("Ember & Oak Digital");
  await untilSaved(page);
  expect((await blocksOn(page)).map((one) => one.split(":")[0])).toEqual([
    ...["Heading", "Paragraph", "Heading", "Paragraph", "List", "ProvenWayOfWorking"],
    ...["Container", "Deliverables", "Deliverables", "Image", "Heading", "WorkOrders"],
    ...["Heading", "Paragraph", "List", "Footer"],
  ]);
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await dialog.getByText("We have checked the page").waitFor();
  await dialog.getByRole("button", { name: "Send", exact: true }).click();
  await page.getByText("Sees it", { exact: true }).waitFor();

  const phone = await acceptOnPhone(browser, NAME);
  const words = await phone
    .locator("[data-sheet] :is(h1, h2, h3, .cp-paragraph, .cp-list li, .cp-deliverables li)")
    .filter({ visible: true })
    .allInnerTexts();

  // The PDF has the same words and figures, and the acceptance besides.
  const link = phone.getByRole("link", { name: "Download PDF" }).filter({ visible: true });
  await link.waitFor();
  const text = await pdfBehind(phone, () => link.tap());
  const printed = text.replaceAll(/\s+/g, "");
  const figures = (await phone.locator("[data-sheet]").innerText()).match(/\$[\d,]+\.\d\d/g) ?? [];
  expect(figures).toContain("$2,849.00");
  const wanted = [...words, ...figures].map((one) => one.replaceAll(/\s+/g, ""));
  expect(wanted.filter((one) => !printed.includes(one))).toEqual([]);
  expect(printed).toContain("Certificateofacceptance");
  expect(printed).toContain("onbehalfofHarbourCoffeeRoasters");

  // One step makes the invoice of what was accepted. It is paid, and all of it is in the activity.
  await page.reload();
  await page.getByRole("button", { name: "Invoice this" }).click();
  await dialog.getByRole("button", { name: "Make invoice" }).click();
  await page.getByText("Invoice issued").waitFor();
  await page.getByRole("row", { name: "Total including GST" }).getByText("$2,849.00").waitFor();
  await page.getByRole("button", { name: "Mark as paid" }).click();
  await dialog.getByRole("button", { name: "Mark as paid" }).click();
  await page.getByText("PAID", { exact: true }).waitFor();
  await untilTold(page, portal.url, NAME);
});
