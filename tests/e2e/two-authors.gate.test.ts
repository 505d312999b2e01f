import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import type { PuckState } from "#domain/page/page.ts";
import { callAs } from "#tests/support/editor.ts";
import { expectNoAxeViolations } from "#tests/support/expect-accessible.ts";
import { addHeading, frameOf, openEditor, untilSaved } from "#tests/support/open-editor.ts";
import { startJourneys } from "#tests/support/start-journeys.ts";

const { browser } = await startJourneys();

const EDIT = "/admin/documents/doc-1044/edit";
const OFFLINE = { allowConsole: [/net::ERR_/, /API Request Failed/] };

test("STUDIO-16 two people write on one page at once: each sees the other's words, and chooses only where both wrote the same text", async () => {
  const mine = await browser.openPage(EDIT, { as: "editor@demo.test", ...OFFLINE });
  await openEditor(mine);
  const theirs = await browser.openPage(EDIT, { as: "staff@demo.test" });
  const theirFrame = await openEditor(theirs);
  await theirs.getByText("has this page open too").waitFor();
  // Each sees where the other one is: in the head, on the canvas and in the structure.
  const othersOn = (page: Page) => page.getByRole("list", { name: "Also on this page" });
  await frameOf(mine)
    .getByRole("group", { name: /^Heading/ })
    .first()
    .click();
  const atHeading = othersOn(theirs).getByRole("button", { name: /, at Heading: / });
  await atHeading.waitFor();
  await theirFrame.getByRole("group", { name: /^Heading: .*, also here: / }).waitFor();
  await theirs.getByRole("button", { name: "Structure" }).click();
  await theirs.getByRole("treeitem", { name: /^Heading: .*, also here: / }).waitFor();
  await theirs.getByRole("button", { name: "Add", exact: true }).click();
  await expectNoAxeViolations(theirs);
  // A report that is sent again is answered again.
  const reported = theirs.waitForRequest(/\/presence$/);
  await atHeading.click();
  expect((await reported).headers()).not.toHaveProperty("idempotency-key");
  await theirFrame.locator("[data-others][data-selected]").waitFor();
  await othersOn(mine)
    .getByRole("button", { name: /, at Heading: / })
    .waitFor();
  // A second tab is no other author.
  const second = await browser.openPage(EDIT, { as: "editor@demo.test" });
  await othersOn(mine).getByText("You, in another tab").waitFor();
  await second.close();
  await mine.getByText("Your other tab has left this page").waitFor();
  /** Leaves the browser without room for copies of unsaved words, or with room again. */
  const fill = (page: Page, isFull: boolean) =>
    page.evaluate((full) => {
      const store: Storage & { real?: Storage["setItem"] } = Storage.prototype;
      store.real ??= store.setItem;
      const refuse = () => {
        throw new DOMException("Full", "QuotaExceededError");
      };
      store.setItem = full ? refuse : store.real;
    }, isFull);
  await fill(theirs, true);
  await addHeading(theirs, "Theirs");
  // A dismissed notice is shown again when its cause recurs.
  const noRoom = theirs.getByText("This browser has no room");
  await noRoom.waitFor();
  await theirs.getByRole("button", { name: "Dismiss" }).click();
  await noRoom.waitFor({ state: "detached" });
  await fill(theirs, false);
  await addHeading(theirs, "Kept");
  await untilSaved(theirs);
  await fill(theirs, true);
  await addHeading(theirs, "Not kept");
  await noRoom.waitFor();
  await untilSaved(theirs);
  await fill(theirs, false);
  // An idle page applies the other author's saves, and undo reverts only its own changes.
  const myFrame = frameOf(mine);
  await mine.bringToFront();
  await myFrame.getByText("Kept", { exact: true }).waitFor();
  await addHeading(mine, "Mine");
  await untilSaved(mine);
  await theirs.bringToFront();
  await theirFrame.getByText("Mine", { exact: true }).waitFor();
  await addHeading(theirs, "Theirs again");
  await untilSaved(theirs);
  await mine.bringToFront();
  await myFrame.getByText("Theirs again", { exact: true }).waitFor();
  await mine.keyboard.press("ControlOrMeta+z");
  await myFrame.getByText("Mine", { exact: true }).waitFor({ state: "detached" });
  expect(await myFrame.getByText("Theirs again", { exact: true }).count()).toBe(1);
  await untilSaved(mine);

  // Both change one text, and the first of them something else as well.
  await mine.route("**/draft", (route) =>
    route.request().method() === "PATCH" ? route.abort() : route.continue(),
  );
  const writeAfter = async (page: Page, text: string) => {
    await page.bringToFront();
    await frameOf(page).getByText("Theirs again", { exact: true }).click();
    await page.keyboard.press("End");
    await page.keyboard.type(text);
  };
  await writeAfter(mine, ", says Ada");
  await addHeading(mine, "Beside it");
  await mine.getByText(/Not saved: The portal can't be reached/).waitFor();
  await writeAfter(theirs, ", says Bo");
  await untilSaved(theirs);
  await mine.bringToFront();
  await mine.unroute("**/draft");
  await mine.getByText("You and another author have changed the same text").waitFor();
  await mine.locator('[data-save="conflict"]').waitFor();
  await mine.reload();
  await mine.getByRole("button", { name: "Compare and choose" }).click();
  const dialog = mine.getByRole("dialog", { name: "Choose what stays" });
  const choice = dialog.getByRole("listitem", { name: "Heading" });
  await choice.getByRole("region", { name: "Yours" }).getByText("Theirs again, says Ada").waitFor();
  await choice.getByRole("region", { name: "Theirs" }).getByText("Theirs again, says Bo").waitFor();
  await expectNoAxeViolations(mine);
  await choice.getByRole("button", { name: "Keep both" }).click();
  await dialog.waitFor({ state: "detached" });
  await untilSaved(mine);
  await theirs.bringToFront();
  for (const text of ["Theirs again, says Bo", "Theirs again, says Ada", "Beside it"]) {
    await theirFrame.getByText(text, { exact: true }).waitFor();
  }

  // An input method completes its word before another author's saved change is applied.
  // My save is sent after theirs, which names the revision that they have read.
  const theirSave = Promise.withResolvers<void>();
  await mine.route("**/draft", async (route) => {
    if (route.request().method() === "PATCH") await theirSave.promise;
    await route.continue();
  });
  await mine.bringToFront();
  const beside = myFrame.getByText("Beside it", { exact: true });
  await beside.click();
  await mine.keyboard.press("End");
  const cdp = await mine.context().newCDPSession(mine);
  const compose = (text: string) =>
    cdp.send("Input.imeSetComposition", { text, selectionStart: text.length, selectionEnd: text.length });
  await compose("み");
  const read = mine.waitForResponse((answer) => answer.url().endsWith("/draft") && answer.ok());
  const draft = "unique-document/admin/doc-1044/draft";
  const stored = await callAs<{ revision: number; page: PuckState }>(theirs, `GET ${draft}`);
  const added = { type: "Heading", props: { id: "during", text: "During", size: "h2" } };
  const content = stored.page.content.map((item) =>
    item.props.text === "Theirs again, says Bo" ? { ...item, props: { ...item.props, text: "Bo" } } : item,
  );
  await callAs(theirs, `PATCH ${draft}`, {
    revision: stored.revision,
    page: { ...stored.page, content: [...content, added] },
  });
  theirSave.resolve();
  await read;
  await compose("見出");
  await cdp.send("Input.insertText", { text: "見出し" });
  await myFrame.getByText("During", { exact: true }).waitFor();
  await myFrame.getByText("Beside it見出し", { exact: true }).waitFor();
  await untilSaved(mine);
  const texts = (await callAs<{ page: PuckState }>(mine, `GET ${draft}`)).page.content.map(
    ({ props }) => props.text,
  );
  expect(texts).toEqual(expect.arrayContaining(["Bo", "During", "Beside it見出し"]));
  await theirs.close();
  await mine.getByText(/has left this page/).waitFor();
  await othersOn(mine).waitFor({ state: "detached" });
});
