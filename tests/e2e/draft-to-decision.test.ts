import { expect, test } from "vitest";
import { expectNoAxeViolations } from "#tests/support/expect-accessible.ts";
import { longJourney } from "#tests/support/long-journey.ts";
import { addHeading, frameOf, openEditor, untilSaved } from "#tests/support/open-editor.ts";
import { startJourneys } from "#tests/support/start-journeys.ts";
import { casesFor } from "#tests/support/suite-cases.ts";

const { portal, browser } = await startJourneys();

const DOCUMENT = "/admin/documents/doc-1044";
const EDIT = `${DOCUMENT}/edit`;

test("STUDIO-8 an earlier page is compared with the present one and brought back, and viewers only look", async () => {
  const page = await browser.openPage(DOCUMENT, { as: "editor@demo.test" });
  await page.getByRole("link", { name: "Version history" }).click();
  await page.getByText("No earlier versions yet").waitFor();
  await page.goto(`${portal.url}${EDIT}`);
  const frame = await openEditor(page);
  await addHeading(page, "Opening hours");
  await page.getByRole("button", { name: "Version history" }).click();
  const difference = page.getByRole("region", { name: /What changed since/ });
  const added = difference.getByRole("listitem").filter({ hasText: "Opening hours" });
  await added.getByText("Added").waitFor();
  await page.getByRole("link", { name: /Saved during work/ }).waitFor();
  await expectNoAxeViolations(page);

  const viewer = await browser.openPage(`${DOCUMENT}/revisions`, { as: "viewer@demo.test" });
  await viewer.getByText("Only editors and owners can restore a page.").waitFor();
  await viewer.getByRole("listitem").filter({ hasText: "Opening hours" }).waitFor();
  expect(await viewer.getByRole("button", { name: "Restore this version" }).count()).toBe(0);
  const missing = await browser.openPage("/admin/documents/nothing/revisions", { as: "viewer@demo.test" });
  await missing.getByRole("heading", { name: "There is no such document" }).waitFor();

  const bringBack = page.getByRole("button", { name: "Restore this version" });
  await bringBack.click();
  // The replaced page is stored and listed, so that a restore can be undone by another restore.
  await page.getByRole("link", { name: /Before an earlier version was restored/ }).waitFor();
  await difference.getByRole("listitem").filter({ hasText: "Opening hours" }).getByText("Removed").waitFor();
  await bringBack.and(page.locator(":focus")).waitFor();
  await bringBack.click();
  await added.getByText("Added").waitFor();
  await page.getByRole("link", { name: "Edit page" }).click();
  await frame.getByText("Opening hours", { exact: true }).waitFor();
});

longJourney("STUDIO-16 who sends a document sees who is writing on it", async () => {
  const mine = await browser.openPage(EDIT, { as: "editor@demo.test" });
  await openEditor(mine);
  const theirs = await browser.openPage(DOCUMENT, { as: "staff@demo.test" });
  await theirs.getByRole("button", { name: "Send", exact: true }).click();
  await theirs.getByRole("dialog").getByText("has this open in the editor").waitFor();
});

longJourney(
  "STUDIO-7 the page of a document that was deleted during editing becomes one new document, also after a retry",
  async () => {
    const page = await browser.openPage(DOCUMENT, {
      as: "editor@demo.test",
      allowConsole: [/status of 40[04]/, /net::ERR_/, /API Request Failed/],
    });
    await page.getByRole("button", { name: "Duplicate" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Duplicate" }).click();
    await page.waitForURL((address) => !address.pathname.endsWith("doc-1044"));
    const other = await page.context().newPage();
    await other.goto(page.url());
    await page.bringToFront();
    await page.getByRole("link", { name: "Edit page" }).click();
    const frame = await openEditor(page);
    await frame.getByText("$6,138.00").waitFor();
    await other.bringToFront();
    await other.getByRole("button", { name: "Delete", exact: true }).click();
    await other.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
    await other.getByText("Document deleted").waitFor();
    await page.bringToFront();
    await addHeading(page, "Kept");
    await page.getByRole("button", { name: "Choose what to keep" }).click();
    const dialog = page.getByRole("dialog", { name: "This page can no longer be saved here" });
    await dialog.waitFor();
    const deleted = new URL(page.url()).pathname.split("/").at(-2) ?? "";
    let isFirst = true;
    await page.route("**/draft", (route) => {
      const request = route.request();
      const isOfCopy = request.method() === "PATCH" && !request.url().includes(deleted);
      if (!isOfCopy || !isFirst) return route.continue();
      isFirst = false;
      return route.abort();
    });
    await dialog.getByRole("button", { name: "Keep mine as a copy" }).click();
    await page.getByText("The copy wasn't made").waitFor();
    await dialog.getByRole("button", { name: "Keep mine as a copy" }).click();
    await page.getByRole("heading", { level: 1, name: /my copy/ }).waitFor();
    await page.getByRole("link", { name: "Edit page" }).click();
    await frame.getByText("Kept", { exact: true }).waitFor();
    // Its work was deleted too, and is there again.
    await frame.getByText("$6,138.00").waitFor();
    await other.bringToFront();
    await other.goto(`${portal.url}/admin/documents`);
    await other
      .getByRole("link", { name: /my copy/ })
      .first()
      .waitFor();
    expect(await other.getByRole("link", { name: /my copy/ }).count()).toBe(1);
  },
);

test("STUDIO-12 who sends a document hears of words of theirs that only this browser keeps", async () => {
  const page = await browser.openPage(EDIT, {
    as: "editor@demo.test",
    allowConsole: [/net::ERR_/, /API Request Failed/],
  });
  await openEditor(page);
  await page.context().setOffline(true);
  await addHeading(page, "Only here");
  await page.getByText(/Not saved: The portal can't be reached/).waitFor();
  const again = await page.context().newPage();
  await page.close();
  await again.context().setOffline(false);
  await again.goto(`${portal.url}${DOCUMENT}`);
  await again.getByRole("button", { name: "Send", exact: true }).click();
  const dialog = again.getByRole("dialog");
  await dialog.getByText("You have unsaved changes").waitFor();
  await dialog.getByRole("button", { name: "Send", exact: true, disabled: false }).waitFor();
  await expectNoAxeViolations(again);
  await dialog.getByRole("link", { name: "Open the editor" }).click();
  await frameOf(again).getByText("Only here").waitFor();
  await untilSaved(again);
});

test("STUDIO-7 STUDIO-11 a page that a colleague has saved since is sent only after the sender agrees to it", async () => {
  const sender = await browser.openPage(DOCUMENT, { as: "staff@demo.test", allowConsole: [/409|Failed/] });
  await sender.getByRole("button", { name: "Send", exact: true }).click();
  const dialog = sender.getByRole("dialog");
  await dialog.getByRole("button", { name: "Send", disabled: false }).waitFor();
  const colleague = await browser.openPage(EDIT, { as: "editor@demo.test" });
  await openEditor(colleague);
  await addHeading(colleague, "Added since");
  await untilSaved(colleague);
  await dialog.getByLabel("Message").fill("Please have a look");
  await dialog.getByRole("button", { name: "Send", exact: true }).click();
  await dialog.getByText("has saved this page since you opened it").waitFor();
  await dialog.getByText("You haven't seen this page yet").waitFor();
  await dialog.getByRole("button", { name: "Send", disabled: true }).waitFor();
  await expectNoAxeViolations(sender);
  await dialog.getByLabel("Send the page as it is now").check();
  await dialog.getByRole("button", { name: "Send", disabled: false }).waitFor();
  expect(await dialog.getByLabel("Message").inputValue()).toBe("Please have a look");
});

test("STUDIO-10 the preview shows unsent words as the client reads them once they are sent, at three widths and on paper", async () => {
  const page = await browser.openPage(EDIT, { as: "editor@demo.test" });
  await openEditor(page);
  await addHeading(page, "Written just now");
  await page.getByRole("button", { name: "Preview" }).click();
  await page.getByRole("heading", { level: 1, name: "Preview" }).waitFor();
  const frame = page.frameLocator("iframe");
  await frame.getByText("Written just now").waitFor();
  const wordsAt: Record<number, string> = {};
  for (const [name, width] of [
    ["Small", 360],
    ["Medium", 768],
    ["Large", 1280],
  ] as const) {
    await page.getByRole("radio", { name: new RegExp(name) }).check({ force: true });
    await expect.poll(() => frame.locator("html").evaluate((html) => html.clientWidth)).toBe(width);
    wordsAt[width] = await frame.locator("[data-sheet]").innerText();
  }
  // The client's page has the very files of fonts for which the preview waited.
  const readFonts = () =>
    performance.getEntriesByType("resource").flatMap(({ name }) => (name.endsWith(".woff2") ? name : []));
  const fonts = await frame.locator("html").evaluate(readFonts);
  expect(fonts).not.toEqual([]);
  expect(await page.evaluate(readFonts)).toEqual(expect.arrayContaining(fonts));
  await frame.getByText("Harbour Coffee Roasters has not been sent this. Accepting it here").waitFor();
  expect(await frame.getByRole("button", { name: "Decline" }).isDisabled()).toBe(true);
  await expectNoAxeViolations(page);
  await page.getByRole("radio", { name: "Paper" }).check({ force: true });
  await page
    .getByRole("listitem")
    .filter({ hasText: /Page \d of \d.*Written just now/ })
    .waitFor();
  await expectNoAxeViolations(page);
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download PDF" }).click();
  expect((await download).suggestedFilename()).toMatch(/^Preview of .*\.pdf$/);

  const viewer = await browser.openPage("/admin/documents/doc-1044", { as: "viewer@demo.test" });
  await viewer.getByRole("link", { name: "Preview" }).click();
  await viewer.frameLocator("iframe").getByText("Written just now").waitFor();
  await page.goto(`${portal.url}/admin/documents/doc-1044`);
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Send", exact: true }).click();
  await page.getByText("Document sent").waitFor();
  await page.getByText("Not opened yet.").waitFor();
  for (const width of casesFor([360], [360, 768, 1280])) {
    const client = await browser.openPage("/documents/doc-1044", { as: "writer@demo.test", width });
    await client.getByText("Written just now").waitFor();
    expect(await client.locator("[data-sheet]").innerText()).toBe(wordsAt[width]);
  }
  await page.goto(`${portal.url}/admin/documents/doc-1044/preview`);
  await page.getByRole("heading", { name: "This document has been sent" }).waitFor();
});
