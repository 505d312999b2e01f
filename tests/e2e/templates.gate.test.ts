import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { answerInstead, answerOnce } from "#tests/support/answer-instead.ts";
import { callAs } from "#tests/support/editor.ts";
import {
  expectNoAxeViolations,
  expectNoAxeViolationsAtAnyWidth,
  reachIntoFrames,
} from "#tests/support/expect-accessible.ts";
import { addHeading } from "#tests/support/open-editor.ts";
import { pauseRequests } from "#tests/support/pause-requests.ts";
import { startJourneys } from "#tests/support/start-journeys.ts";

const { portal, browser } = await startJourneys();

const EDITOR = { as: "editor@demo.test", allowConsole: [/net::ERR_FAILED/, /API Request Failed/] };
const frameOf = (page: Page) => page.frameLocator('iframe[title="Page"]');
const untilSaved = (page: Page) => page.locator('[data-save="saved"]').waitFor();
const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();
const message = (page: Page, words: RegExp) =>
  page.getByRole("status").filter({ hasText: words }).first().waitFor();

test("STUDIO-9 FORM-1 a template is composed with variables and a lock, and a document made from it keeps both", async () => {
  const page = await browser.openPage("/admin", EDITOR);
  await page.getByRole("button", { name: "More" }).click();
  await answerOnce(page, "**/api/template/admin/list", (route) => route.fulfill({ json: { data: [] } }));
  await page.getByRole("link", { name: "Templates" }).click();
  await page.getByText("Begin a template with an empty page").waitFor();
  await press(page, "New template");
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox", { name: "Name" }).fill("Shop proposal");
  await expectNoAxeViolationsAtAnyWidth(page);
  await dialog.getByRole("button", { name: "Add and edit" }).click();

  // The caret waits in a first paragraph: a variable by a slash, and one from the panel.
  const frame = frameOf(page);
  await frame.locator(".editor-text:focus").waitFor();
  await page.keyboard.type("/client");
  await frame.getByRole("option", { name: "Client: name" }).waitFor();
  await page.keyboard.press("Enter");
  await frame.getByText("{{client.name}}").waitFor();
  await page.keyboard.press("End");
  await page.keyboard.type(" pays by ");
  await press(page, "Variables");
  await press(page, "Add variable Document: valid until");
  await frame.getByText("{{client.name}} pays by {{document.valid-until}}").waitFor();
  await page.getByRole("checkbox", { name: "Locked in documents" }).check();
  await message(page, /Locked in documents/);
  await untilSaved(page);
  await reachIntoFrames(page);
  await expectNoAxeViolations(page);
  await page.getByRole("link", { name: /Shop proposal/ }).click();

  // A variable of its own, and what a viewer sees.
  await press(page, "Add variable");
  await page.getByRole("textbox", { name: "What people read" }).fill("Start date");
  await page.getByRole("textbox", { name: "Usual text" }).fill("May");
  await page.getByText("In texts: {{start-date}}").waitFor();
  // What was saved stays on screen before the template is read again.
  const readAgain = Promise.withResolvers<void>();
  await answerInstead(page, "**/api/template/admin/*", async (route) => {
    if (route.request().method() === "GET") await readAgain.promise;
    return route.fallback();
  });
  await press(page, "Save");
  await page.getByText("Template saved").waitFor();
  await page.getByText("In texts: {{start-date}}").waitFor();
  readAgain.resolve();
  await page.getByText("1 block, 1 locked").waitFor();
  await expectNoAxeViolationsAtAnyWidth(page);
  const viewer = await browser.openPage(new URL(page.url()).pathname, { as: "viewer@demo.test" });
  await viewer.getByText("{{document.valid-until}}").waitFor();
  expect(await viewer.getByRole("button", { name: /Retire|Duplicate|Save/ }).count()).toBe(0);
  await viewer.goto(`${page.url()}/edit`);
  await viewer.getByText("You may not edit pages").waitFor();

  await page.getByRole("link", { name: "New document" }).click();
  await page.getByRole("combobox", { name: "Organization" }).fill("Harbour");
  await page.getByRole("option", { name: /Harbour/ }).click();
  await page.getByRole("textbox", { name: "Name" }).fill("Winter shop");
  await page.getByRole("combobox", { name: "Document type" }).selectOption("Proposal");
  await page.getByLabel("Valid until").waitFor();
  await expectNoAxeViolationsAtAnyWidth(page);
  await press(page, "Add document");
  await page.getByText("Not filled in yet: Document: valid until").waitFor();
  await page.getByRole("heading", { level: 1, name: "Winter shop" }).waitFor();

  // The lock holds against keys and the panel; the variable in it is filled all the same.
  await frame.getByText(/^Harbour .* pays by {{document.valid-until}}$/).waitFor();
  await page.getByRole("button", { name: "Structure" }).click();
  await page.getByRole("treeitem", { name: /Paragraph.*locked/ }).click();
  await page.getByText("It can be unlocked only in the template").waitFor();
  expect(await frame.locator("[contenteditable]").count()).toBe(0);
  for (const key of ["Delete", "ControlOrMeta+d", "ControlOrMeta+Shift+l"]) {
    await page.keyboard.press(key);
    await message(page, /Locked by the template, so it stays as it is/);
  }
  await press(page, "Add");
  await addHeading(page, "Our plan");
  await page.getByRole("button", { name: /Variables/ }).click();
  await page.getByLabel("Document: valid until").fill("Christmas");
  await answerOnce(page, "**/draft/variables", (route) => route.abort());
  await press(page, "Fill in");
  await page.getByText("Nothing was filled in").waitFor();
  // Until the filled page is loaded, the previous one cannot be edited.
  const filled = await pauseRequests(page, "**/draft/variables");
  await press(page, "Fill in");
  await filled.answered();
  const box = await frame.getByText("Our plan", { exact: true }).boundingBox();
  await page.mouse.click((box?.x ?? 0) + 5, (box?.y ?? 0) + 5);
  await page.keyboard.type("Lost ");
  await filled.release();
  // The paused editor may show the filled page before the new one opens.
  await page.locator(".editor-frame:not([inert]) h1").waitFor();
  await frame.getByText(/^Harbour .* pays by Christmas$/).waitFor();
  await frame.getByRole("heading", { name: "Our plan", exact: true }).waitFor();
  expect(await page.getByText("Someone else has saved").count()).toBe(0);
  expect(await page.getByRole("button", { name: /Variables/ }).count()).toBe(0);
  await expectNoAxeViolations(page);

  // A colleague edits the template, and reverts the change.
  const owner = await browser.openPage(new URL(viewer.url()).pathname, { as: "staff@demo.test" });
  await addHeading(owner, "More terms");
  await untilSaved(owner);
  await press(owner, "Version history");
  await owner.getByRole("link", { name: /Before a colleague saved/ }).click();
  await owner.getByText("1 added").waitFor();
  await owner.getByText("More terms").waitFor();
  await expectNoAxeViolationsAtAnyWidth(owner);
  await press(owner, "Restore this version");
  await owner.getByText("The earlier version is restored").waitFor();
  await owner.getByRole("link", { name: /Before an earlier version was restored/ }).waitFor();
  await owner.getByRole("link", { name: "Template", exact: true }).click();
  await owner.getByText("1 block, 1 locked").waitFor();

  // The list shows its use, and reports a failed read. Without live events, only the press reads it again.
  await page.route("**/api/live", () => undefined);
  const stopAnswering = await answerInstead(page, "**/api/template/admin/list", (route) => route.abort());
  await page.goto(`${portal.url}/admin/templates`);
  await page.getByText("We couldn't reach the portal").waitFor();
  stopAnswering();
  await page.getByRole("button", { name: /again/i }).click();
  await page.getByRole("link", { name: /Shop proposal/ }).click();
  await page.getByText("1 document made from it").waitFor();
  await press(page, "Retire");
  await page.getByText("Retired: new documents can't choose it").waitFor();
});

test("STUDIO-16 the page of a template that was deleted during editing is saved as a new template, with its variables", async () => {
  const allowConsole = [/status of 404/, /API Request Failed/];
  const page = await browser.openPage("/admin/templates", { as: "editor@demo.test", allowConsole });
  const name = "Short offer";
  const added = await callAs<{ templateId: string }>(page, "POST template/admin", { name, description: "" });
  const address = `template/admin/${added.templateId}`;
  const asRead = { name, description: "", variables: [] };
  const variables = [{ name: "wood", label: "Wood", default: "oak" }];
  await callAs(page, `PATCH ${address}`, { ...asRead, variables, asRead });
  await page.goto(`${portal.url}/admin/templates/${added.templateId}/edit`);
  await page.getByRole("button", { name: "Add Heading", exact: true }).waitFor();
  await callAs(page, `DELETE ${address}`);
  await addHeading(page, "Kept");
  await press(page, "Choose what to keep");
  await page.getByRole("dialog").getByRole("button", { name: "Keep mine as a copy" }).click();
  await page.getByRole("heading", { level: 1, name: "Short offer (my copy)" }).waitFor();
  const copyId = new URL(page.url()).pathname.split("/").at(-1);
  expect(await callAs(page, `GET template/admin/${copyId}`)).toMatchObject({
    variables,
    page: { content: [{ props: { text: "Kept" } }] },
  });
});
