import { afterAll, beforeAll, expect, test } from "vitest";
import { startBrowser, type TestBrowser } from "#tests/support/browser.ts";
import { startDemoPortal } from "#tests/support/demo-portal.ts";
import { frameOf, untilSaved } from "#tests/support/editor.ts";
import { expectNoAxeViolations } from "#tests/support/expect-accessible.ts";
import type { Portal } from "#tests/support/portal.ts";

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

test("STUDIO-18 two presses lead from an organization to the first letter, and the checks beside Send to each block", async () => {
  const page = await browser.openPage("/admin/organizations/harbour-coffee", { as: "editor@demo.test" });
  const frame = frameOf(page);
  let presses = 0;
  for (const press of [
    page.getByRole("link", { name: "New document" }),
    page.getByRole("button", { name: "Add document" }),
  ]) {
    await press.click();
    presses += 1;
  }
  expect(presses).toBeLessThanOrEqual(3);
  await frame.locator(".editor-text:focus").waitFor();
  await page.getByRole("heading", { level: 1, name: "Proposal for Harbour Coffee Roasters" }).waitFor();
  await page.keyboard.type("Made of oak");
  await frame.getByText("Made of oak").waitFor();
  await untilSaved(page);
  await page.getByRole("button", { name: "Checks (0)" }).click();
  await page.getByText("Ready to send").waitFor();

  // A new block has no text of its own, and readers see nothing of it.
  await page.getByRole("searchbox").first().fill("Button");
  await page.keyboard.press("Enter");
  await frame.locator('.cp-button .editor-text[data-placeholder="Button"]:empty').waitFor();
  await page.getByText("A block is empty, so readers do not see it.").click();
  await frame.locator(".cp-button .editor-text:focus").waitFor();
  await page.keyboard.type("See {{when}}");
  await page.getByText("{{when}} has not been filled in yet.").waitFor();
  await page.getByText("A button has no address").waitFor();
  await expectNoAxeViolations(page);
  await page.getByRole("button", { name: "Send", exact: true }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText("It cannot be sent like this").waitFor();
  expect(await dialog.getByRole("button", { name: "Send", exact: true }).isDisabled()).toBe(true);
  await dialog.getByRole("button", { name: "Cancel" }).click();
});
