import { afterAll, beforeAll, test } from "vitest";
import { startBrowser, type TestBrowser } from "#tests/support/browser.ts";
import { startDemoPortal } from "#tests/support/demo-portal.ts";
import { type FrontProxy, startFrontProxy } from "#tests/support/front-proxy.ts";
import { addHeading, openEditor, untilSaved } from "#tests/support/open-editor.ts";
import type { Portal } from "#tests/support/portal.ts";

const TOO_LARGE = /larger than the server in front of the portal accepts, so nothing was saved/;
const LOST = { allowConsole: [/status of 504/] };

let proxy: FrontProxy;
let portal: Portal;
let browser: TestBrowser;
beforeAll(async () => {
  proxy = await startFrontProxy();
  portal = await startDemoPortal({ variables: { PUBLIC_URL: proxy.url, TRUSTED_PROXIES: "1", DEMO: "1" } });
  proxy.target = portal.url;
  browser = await startBrowser(proxy.url);
});
afterAll(async () => {
  await browser?.close();
  await portal?.remove();
  await proxy?.close();
});

test("FIELD-11 a file or page that a proxy finds too large is refused in a sentence, and stays until it is saved", async () => {
  const page = await browser.openPage("/admin/products/import", { as: "editor@demo.test" });
  proxy.mostBytes = 1000;
  const csv = `Name,Unit,Rate\n${"Site visit,visit,95.00\n".repeat(100)}`;
  const file = { name: "products.csv", mimeType: "text/csv", buffer: Buffer.from(csv) };
  await page.getByLabel("CSV file").setInputFiles(file);
  await page.getByText(TOO_LARGE).waitFor();

  await page.goto(`${proxy.url}/admin/documents/doc-1044/edit`);
  const frame = await openEditor(page);
  await frame.getByText("What is included").click();
  await addHeading(page, "Opening hours");
  await page.getByText(TOO_LARGE).first().waitFor();
  proxy.mostBytes = Number.POSITIVE_INFINITY;
  await page.keyboard.type(" of all days");
  await untilSaved(page);
  await page.reload();
  await frame.getByText("Opening hours of all days").waitFor();
});

test("FIELD-11 APPR-2 an acceptance whose answer a proxy loses is pressed again and counts once", async () => {
  const page = await browser.openPage("about:blank", { as: "writer@demo.test", ...LOST });
  // A live stream that never answers brings no news of the acceptance.
  await page.route("**/api/live", () => undefined);
  await page.goto(`${proxy.url}/doc/online-store-and-wholesale-portal`);
  await page.getByRole("button", { name: "Accept", exact: true }).filter({ visible: true }).click();
  proxy.losesAnswersOf = /approve/;
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Accept" }).click();
  await dialog.getByText("press Accept again: it counts once").waitFor();
  proxy.losesAnswersOf = null;
  await dialog.getByRole("button", { name: "Accept" }).click();
  await page
    .getByText(/by Maya Lindqvist/)
    .filter({ visible: true })
    .waitFor();
});
