import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { expectNoAxeViolations } from "#tests/support/expect-accessible.ts";
import { longJourney } from "#tests/support/long-journey.ts";
import { startJourneys } from "#tests/support/start-journeys.ts";
import { withoutPreloadedData } from "#tests/support/without-preloaded-data.ts";

const WRITER = "writer@demo.test";

const { portal, browser } = await startJourneys();

/** A page without the live stream, which makes all requests by itself. */
async function openDeafPage(path: string): Promise<{ page: Page; asked: string[] }> {
  const page = await browser.openPage("about:blank", {
    as: WRITER,
    allowConsole: [/net::ERR_/, /API Request Failed/],
  });
  await page.route("**/api/live", () => undefined);
  const asked: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith("/api/")) asked.push(`${request.method()} ${pathname.slice("/api/".length)}`);
  });
  await page.goto(portal.url + path);
  return { page, asked };
}

const OTHERS = "GET organization/user/list";
const readsOf = (asked: string[]) => asked.filter((one) => /^GET unique-document\/user\/(?!list)/.test(one));

longJourney(
  "API-4 PERM-3 a removed permission leaves the list by itself: it is not asked for again",
  async () => {
    const { page, asked } = await openDeafPage("/permissions");
    await page.getByRole("button", { name: "Remove Tom Okafor" }).click();
    const before = asked.length;
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
    await expect.poll(() => page.getByRole("cell", { name: /Tom Okafor/ }).count()).toBe(0);
    await page.getByRole("cell", { name: "Maya Lindqvist (you)" }).waitFor();
    await expect.poll(() => asked.slice(before)).toContain(OTHERS);
    const since = asked.slice(before);
    expect(since[0]).toMatch(/^DELETE organization-permission\/user\//);
    expect(since.filter((one) => one.startsWith("GET") && one !== OTHERS)).toEqual([]);
  },
);

longJourney(
  "PERM-3 of two windows that remove the same permission, the second is told that it is gone, and the lists agree",
  async () => {
    const [page, beside] = [
      await browser.openPage("/permissions", { as: WRITER }),
      await browser.openPage("/permissions", { as: WRITER }),
    ];
    for (const one of [page, beside]) {
      await one.getByRole("button", { name: "Remove Daniel Reyes" }).click();
      await one.getByRole("dialog", { name: 'Delete "Daniel Reyes"?' }).waitFor();
    }
    const gone = (one: Page) =>
      expect.poll(() => one.getByRole("cell", { name: /Daniel Reyes/ }).count()).toBe(0);
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
    await gone(page);
    // The other window receives the event. Its dialog stays until it is answered.
    await gone(beside);
    await beside.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
    await beside.getByText("This permission was removed already", { exact: true }).waitFor();
    await beside.getByRole("dialog").waitFor({ state: "hidden" });
    await expectNoAxeViolations(beside);
    const people = (one: Page) => one.locator("tbody tr td:nth-child(2)").allInnerTexts();
    expect(await people(beside)).toContain(WRITER);
    expect(await people(beside)).toEqual(await people(page));
    await beside.reload();
    await beside.getByRole("cell", { name: "Maya Lindqvist (you)" }).waitFor();
    expect(await people(beside)).toEqual(await people(page));
  },
);

test("API-4 a document is fetched once: not again on a second visit, a focus of the window, or a reconnect", async () => {
  const { page, asked } = await openDeafPage("/documents/type/SCOPE_OF_WORK");
  const row = page.getByRole("row").filter({ hasText: "Online store: discovery and design" });
  const heading = page.getByRole("heading", { level: 1, name: "Online store: discovery and design" });
  const backToList = () => page.getByRole("link", { name: "Back to the list" }).click();
  for (const isFirst of [true, false]) {
    await row.getByRole("link").first().click();
    await heading.first().waitFor();
    await page.getByRole("button", { name: "Accept", exact: true }).filter({ visible: true }).waitFor();
    expect(readsOf(asked)).toEqual(["GET unique-document/user/slug/online-store-discovery-and-design"]);
    if (isFirst) await backToList();
  }

  // The requests of the rest of the page show when the browser revalidates.
  const seen = () => asked.filter((one) => one === OTHERS).length;
  const untilAsked = async (event: "focus" | "online") => {
    const before = seen();
    const report = async () => {
      await page.evaluate((type) => window.dispatchEvent(new Event(type)), event);
      return seen();
    };
    await expect.poll(report).toBeGreaterThan(before);
  };
  await untilAsked("focus");
  await page.context().setOffline(true);
  await page.getByText("You're offline", { exact: true }).waitFor();
  await page.context().setOffline(false);
  await page.getByText("You're back online", { exact: true }).waitFor();
  await untilAsked("online");
  expect(readsOf(asked)).toHaveLength(1);
});

test("API-4 an accepted document takes its place under each of its addresses without being read again", async () => {
  const { page, asked } = await openDeafPage("/documents/doc-2018");
  await page.getByRole("button", { name: "Accept", exact: true }).filter({ visible: true }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Accept" }).click();
  const decided = page.getByText("by Maya Lindqvist (writer@demo.test)").filter({ visible: true });
  await decided.waitFor();
  const download = page.getByRole("link", { name: "Download PDF" }).filter({ visible: true });
  await download.waitFor();

  const before = asked.length;
  await page.getByRole("link", { name: "Back to the list" }).click();
  const row = page.getByRole("row").filter({ hasText: "Online store: discovery and design" });
  await row.getByText("APPROVED", { exact: true }).waitFor();
  await row.getByRole("link").first().click();
  await page.waitForURL(`${portal.url}/doc/online-store-discovery-and-design`);
  await decided.waitFor();
  expect(readsOf(asked.slice(before))).toEqual([]);
});

longJourney(
  "API-4 a declined document takes its place in the lists, though no list is answered any more",
  async () => {
    const { page, asked } = await openDeafPage("/documents/type/PROPOSAL");
    const row = page.getByRole("row").filter({ hasText: "P-1039" });
    await row.getByText("PENDING", { exact: true }).waitFor();
    await row.getByRole("link").first().click();
    await page.getByRole("button", { name: "Decline", exact: true }).filter({ visible: true }).click();
    await page.route("**/api/unique-document/user/list*", () => undefined);
    const before = asked.length;
    await page.getByRole("dialog").getByRole("button", { name: "Decline" }).click();
    await page.getByText("by Maya Lindqvist (writer@demo.test)").filter({ visible: true }).waitFor();
    expect(asked.slice(before)).toEqual(["POST unique-document/user/doc-1039/decline"]);
    await page.getByRole("link", { name: "Back to the list" }).click();
    await row.getByText("DECLINED", { exact: true }).waitFor();
    expect(readsOf(asked.slice(before))).toEqual([]);
  },
);

test("GUARD-7 after sign-out nothing of before is left, and the way back leads to sign-in", async () => {
  const page = await browser.openPage("about:blank", { as: WRITER });
  await withoutPreloadedData(page);
  const answer = page.waitForResponse((response) => response.url().includes("/api/invoice/user/list"));
  await page.goto(`${portal.url}/invoices`);
  await page.getByRole("cell", { name: "INV-0433", exact: true }).waitFor();
  expect((await answer).headers()["cache-control"]).toContain("no-store");
  await page.goto(`${portal.url}/work-orders`);
  await page.getByRole("cell", { name: "WO-3402", exact: true }).waitFor();

  await page.addInitScript(noteWhatIsShown);
  await page.getByRole("button", { name: "Harbour Coffee Roasters" }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await page.waitForURL(`${portal.url}/`);
  for (const back of ["/work-orders", "/invoices"]) {
    await page.goBack();
    await page.waitForURL((url) => url.pathname === "/login" && url.searchParams.get("return") === back);
    await page.getByLabel("Email").waitFor();
  }
  const shown = await page.evaluate(() => sessionStorage.getItem("shown") ?? "");
  expect(shown).toContain("Sign in");
  expect(shown).not.toMatch(/INV-0|WO-3|Harbour|Maya|writer@demo/);
  const kept = await page.evaluate(async () => ({
    local: Object.entries(localStorage).filter(([name]) => !name.endsWith("Count")),
    caches: await caches.keys(),
  }));
  expect(kept).toEqual({ local: [], caches: [] });
});

/** Records every text that the page shows while the window is open. */
function noteWhatIsShown(): void {
  new MutationObserver(() => {
    const before = sessionStorage.getItem("shown") ?? "";
    const now = document.body?.innerText ?? "";
    if (!before.includes(now)) sessionStorage.setItem("shown", `${before}\n${now}`);
  }).observe(document, { childList: true, subtree: true, characterData: true });
}
