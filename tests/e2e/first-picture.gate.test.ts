import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { startJourneys } from "#tests/support/start-journeys.ts";

const WRITER = "writer@demo.test";

const { portal, browser } = await startJourneys();

/** What is on the screen, for eyes and for screen readers. */
async function shownOn(page: Page): Promise<{ read: string; places: unknown }> {
  const read = await page.locator("#root").ariaSnapshot();
  const places = await page
    .locator("#root :is(h1, h2, td, p, a, button, input, [data-sheet] *)")
    .evaluateAll((elements) =>
      elements.map((element) => {
        const { x, y, width, height } = element.getBoundingClientRect();
        return [element.tagName, ...[x, y, width, height].map(Math.round)].join(" ");
      }),
    );
  return { read, places };
}

// Opening a document changes nothing on it, and a first visit marks no tile as new.
test.each([
  { path: "/login", as: undefined, width: 1280, needsScript: true, holds: "Sign in with your work email." },
  { path: "/dashboard", as: WRITER, width: 360, holds: "Waiting for your decision" },
  { path: "/documents/type/PROPOSAL", as: WRITER, width: 360, holds: "Next page" },
  { path: "/invoices", as: WRITER, width: 1280, holds: "Invoices" },
  { path: "/doc/online-store-and-wholesale-portal", as: WRITER, width: 1280, holds: "Accept" },
])(
  "SPEED-9 the page of $path shows the screen without its script as with it",
  async ({ path, holds, needsScript, ...options }) => {
    const { as, width } = options;
    const open = { width, ...(as && { as }) };
    const drawn = await browser.openPage(path, { ...open, javaScript: false });
    const read = await drawn.locator("#root").ariaSnapshot();
    const page = await browser.openPage("about:blank", open);
    const isReleased = Promise.withResolvers<void>();
    await page.route("**/assets/*.js", async (route) => {
      await isReleased.promise;
      await route.continue();
    });
    await page.goto(`${portal.url}${path}`, { waitUntil: "commit" });
    const heading = page.getByRole("heading", { level: 1 }).first();
    await heading.evaluate((element) => element.setAttribute("data-as-drawn", ""));
    // Shown in full, in the preloaded font; if it arrives too late, the device's font is used.
    await page.waitForFunction(
      () => document.readyState !== "loading" && performance.getEntriesByType("paint").length > 0,
    );
    const before = await shownOn(page);
    expect(before.read).toContain(holds);
    // FIRST-11 A form that cannot be sent is not shown where scripts are off: one sentence says so.
    if (needsScript) expect(await drawn.locator(".no-script").innerText()).toContain("needs JavaScript");
    expect(read).toEqual(needsScript ? expect.not.stringContaining("textbox") : before.read);
    isReleased.resolve();
    await page.locator("#root[data-drawn]").waitFor({ state: "detached" });
    // The first thing that its script adds.
    if (as) await page.waitForFunction(() => document.title.includes(" · "));
    expect(await shownOn(page)).toEqual(before);
    // The script went on with the very elements that the server drew.
    expect(await heading.getAttribute("data-as-drawn")).toBe("");
  },
);

test("SPEED-9 what is typed and pressed before the script comes is not lost, and stays out of the address", async () => {
  const page = await browser.openPage("about:blank");
  const isReleased = Promise.withResolvers<void>();
  await page.route("**/assets/*.js", async (route) => {
    await isReleased.promise;
    await route.continue();
  });
  await page.goto(`${portal.url}/login`, { waitUntil: "commit" });
  await page.getByLabel("Email").fill(WRITER);
  await page.getByLabel("Password", { exact: true }).fill("counterpart-demo");
  await page.getByLabel("Password", { exact: true }).press("Enter");
  expect(page.url()).toBe(`${portal.url}/login`);
  isReleased.resolve();
  await page.getByRole("heading", { name: "Waiting for your decision" }).waitFor();
  expect(page.url()).toBe(`${portal.url}/dashboard`);
});

test("SPEED-9 who may not see a screen gets the empty page, as for any address", async () => {
  const page = await browser.openPage("/login", { as: WRITER });
  const cookie = (await page.context().cookies()).map(({ name, value }) => `${name}=${value}`).join("; ");
  const isDrawn = async (path: string, headers: Record<string, string>) =>
    (await (await fetch(`${portal.url}${path}`, { headers })).text()).includes("data-drawn>");
  expect(await isDrawn("/dashboard", { cookie })).toBe(true);
  // Without a session, with a session, and addresses of screens that are not rendered on the server.
  expect(await isDrawn("/dashboard", {})).toBe(false);
  expect(await isDrawn("/login", { cookie })).toBe(false);
  expect(await isDrawn("/user", { cookie })).toBe(false);
  expect(await isDrawn("/no-such-page", { cookie })).toBe(false);
});
