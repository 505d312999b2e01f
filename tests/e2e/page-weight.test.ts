import { afterAll, beforeAll, expect, test } from "vitest";
import { startBrowser, type TestBrowser } from "#tests/support/browser.ts";
import { startDemoPortal } from "#tests/support/demo-portal.ts";
import type { Portal } from "#tests/support/portal.ts";
import { weighPage } from "#tests/support/weigh-page.ts";

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

const KILOBYTE = 1000;

// Clients' pages: 3 % above what they weighed before the company's side was built beside them.
test.each([
  { path: "/login", as: undefined, most: 140 },
  { path: "/general-document/general-terms", as: undefined, most: 184 },
  { path: "/dashboard", as: "writer@demo.test", most: 167 },
  { path: "/documents/type/PROPOSAL", as: "writer@demo.test", most: 166 },
  { path: "/documents/doc-1042", as: "writer@demo.test", most: 194 },
  { path: "/admin/people", as: "staff@demo.test", most: 220 },
])("$path loads at most $most kB of scripts and styles", async ({ path, as, most }) => {
  const page = await browser.openPage("about:blank", as ? { as } : {});
  const { bytes, files } = await weighPage(page, `${portal.url}${path}`);
  await page.getByRole("heading").first().waitFor();
  expect(files.length).toBeGreaterThan(1);
  expect(bytes, JSON.stringify(files, null, 1)).toBeLessThanOrEqual(most * KILOBYTE);
});
