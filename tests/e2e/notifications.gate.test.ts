import { expect, test } from "vitest";
import { expectNoAxeViolations } from "#tests/support/expect-accessible.ts";
import { startJourneys } from "#tests/support/start-journeys.ts";

const { portal, browser } = await startJourneys();

test("NOTE-1 NOTE-2 NOTE-3 CARE-5 FIRST-11 a notification is pressed: it leads where it says, and is read from then on", async () => {
  const page = await browser.openPage("/notifications", { as: "writer@demo.test" });
  await page.getByRole("heading", { level: 1, name: "Notifications" }).waitFor();
  const items = page.getByRole("main").getByRole("listitem");
  await expect.poll(() => items.count()).toBe(11);
  const moments = await items
    .locator("time")
    .evaluateAll((times) => times.map((time) => time.getAttribute("datetime") ?? ""));
  expect(moments).toEqual(moments.toSorted().toReversed());
  const periods = await page.getByRole("heading", { level: 2 }).allInnerTexts();
  expect(["Today", "Yesterday", "This week", "Earlier"].filter((one) => periods.includes(one))).toEqual(
    periods,
  );
  await items
    .filter({ hasText: "Checkout error on older iPads" })
    .getByText(/^Work order, /)
    .waitFor();
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

  // Only the unread, then none. Another window of the same person agrees.
  const beside = await page.context().newPage();
  await beside.goto(`${portal.url}/dashboard`);
  const bell = beside.getByRole("banner").getByRole("link", { name: "Notifications, 4 unread" });
  await bell.waitFor();
  await page.getByRole("button", { name: "Unread 4" }).click();
  await expect.poll(() => items.count()).toBe(4);
  await page.getByRole("button", { name: "Mark all as read" }).click();
  await page.getByText("You're all caught up").waitFor();
  await page.getByRole("status").getByText("4 notifications marked as read", { exact: true }).waitFor();
  // The button has gone, and the focus is on the filter in its place.
  await page.getByRole("button", { name: "Unread 0" }).and(page.locator(":focus")).waitFor();
  await beside.getByRole("link", { name: "Notifications", exact: true }).waitFor();
  await expectNoAxeViolations(page);
  await page.getByRole("button", { name: "All 11" }).click();
  await expect.poll(() => items.count()).toBe(11);
});

test("NOTE-1 without any, the page says what will appear", async () => {
  const page = await browser.openPage("/notifications", { as: "staff@demo.test", width: 360 });
  await page.getByText("No notifications yet").waitFor();
  await expectNoAxeViolations(page);
});

test("NOTE-1 DASH-5 APPR-5 when another person accepts a document, the bell counts it and the dashboard shows it at once", async () => {
  const reading = await browser.openPage("/dashboard", { as: "reader@demo.test" });
  const message = "Online store: discovery and design was approved by Maya Lindqvist";
  const bell = reading.getByRole("banner").getByRole("link", { name: /^Notifications/ });
  const recent = reading.getByRole("region", { name: "Recent Notifications" }).getByRole("listitem");
  await expect.poll(() => recent.count()).toBe(5);
  const unreadAtBell = async () =>
    Number(/\d+/.exec((await bell.getAttribute("aria-label")) ?? "")?.[0] ?? 0);
  await expect.poll(unreadAtBell).toBeGreaterThan(0);
  const before = await unreadAtBell();
  await reading.evaluate(() => {
    document.documentElement.dataset.stays = "true";
  });

  const page = await browser.openPage("/doc/online-store-discovery-and-design", { as: "writer@demo.test" });
  await page.getByRole("button", { name: "Accept", exact: true }).filter({ visible: true }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Accept" }).click();

  await recent.filter({ hasText: message }).waitFor();
  await expect.poll(unreadAtBell).toBe(before + 1);
  expect(await bell.innerText()).toBe(String(before + 1));
  // The notification arrived in the open page without a reload.
  expect(await reading.evaluate(() => document.documentElement.dataset.stays)).toBe("true");
  await bell.click();
  const items = reading.getByRole("main").getByRole("listitem");
  await items.first().filter({ hasText: message }).filter({ hasText: "Unread" }).waitFor();
  await items.first().getByRole("link").click();
  await reading.waitForURL(`${portal.url}/doc/online-store-discovery-and-design`);
  await reading.goBack();
  await expect.poll(unreadAtBell).toBe(before);
});
