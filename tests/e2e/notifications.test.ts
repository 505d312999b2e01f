import { afterAll, beforeAll, expect, test } from "vitest";
import { startBrowser, type TestBrowser } from "#tests/support/browser.ts";
import { startDemoPortal } from "#tests/support/demo-portal.ts";
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

test("NOTE-1 NOTE-2 NOTE-3 a notification is pressed: it leads where it says, and is read from then on", async () => {
  const page = await browser.openPage("/notifications", { as: "writer@demo.test" });
  await page.getByRole("heading", { level: 1, name: "Notifications" }).waitFor();
  const items = page.getByRole("main").getByRole("listitem");
  await expect.poll(() => items.count()).toBe(11);
  const moments = await items
    .locator("time")
    .evaluateAll((times) => times.map((time) => time.getAttribute("datetime") ?? ""));
  expect(moments).toEqual(moments.toSorted().toReversed());
  expect(await items.first().locator("time").textContent()).toMatch(/ago$/);
  expect(await items.filter({ hasText: "Unread" }).count()).toBe(5);
  await expectNoAxeViolations(page);

  const outside = page.getByRole("link", { name: /Noah left a comment/ });
  expect(await outside.getAttribute("target")).toBe("_blank");

  const marking = page.waitForRequest((request) => request.method() === "PATCH");
  const inside = page.getByRole("link", { name: /Checkout error on older iPads/ });
  expect(await inside.getAttribute("target")).toBeNull();
  await inside.click();
  await page.waitForURL("**/work-orders/wo-3401");
  expect((await marking).postDataJSON()).toMatchObject({ read: true });
  await page.goBack();
  await expect.poll(() => items.filter({ hasText: "Unread" }).count()).toBe(4);
  await page.reload();
  await expect.poll(() => items.filter({ hasText: "Unread" }).count()).toBe(4);
});

test("NOTE-1 without any, the page says what will appear", async () => {
  const page = await browser.openPage("/notifications", { as: "staff@demo.test", width: 360 });
  await page.getByText("No notifications yet").waitFor();
  await expectNoAxeViolations(page);
});
