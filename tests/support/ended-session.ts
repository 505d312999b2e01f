import type { Page } from "playwright-core";
import { expect } from "vitest";
import type { PageOptions, TestBrowser } from "./browser.ts";
import { signInByCall } from "./sign-in-by-call.ts";

const PASSWORD = "counterpart-demo";

/** The sign-in over the page. */
export const prompt = (page: Page) => page.getByRole("dialog", { name: "Your session has ended" });

/** Opens a page in a session of its own, because the test ends it. `url` is the portal's. */
export async function openOwnSession(
  browser: TestBrowser,
  { url, email, path }: { url: string; email: string; path: string },
  { allowConsole = [], ...options }: PageOptions = {},
): Promise<Page> {
  // The browser itself reports a refused call.
  const page = await browser.openPage("/healthz", {
    ...options,
    allowConsole: [/status of 401/, ...allowConsole],
  });
  await page.context().addCookies(await signInByCall(url, email));
  await page.goto(url + path);
  return page;
}

/** Ends the session from outside of the page, which hears of it by its live stream. */
export async function endSession(page: Page): Promise<void> {
  const { origin } = new URL(page.url());
  await page.request.post(`${origin}/api/auth/sign-out`, { headers: { origin }, data: {} });
}

/** Cuts the live stream off, so that the next call is the first to notice. */
export async function withoutStream(page: Page): Promise<void> {
  await page.route("**/api/live", () => undefined);
  await page.reload();
}

/** Types the password of the person whose session has ended. */
export async function typePassword(page: Page, password = PASSWORD): Promise<void> {
  await page.getByRole("textbox", { name: "Password", exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}

export async function signInAgain(page: Page): Promise<void> {
  await prompt(page).waitFor();
  await typePassword(page);
  await prompt(page).waitFor({ state: "hidden" });
}

/** Nothing but the sign-in can be seen, read aloud or printed. */
export async function expectCovered(page: Page): Promise<void> {
  await prompt(page).waitFor();
  for (const media of ["screen", "print"] as const) {
    await page.emulateMedia({ media });
    expect(await page.evaluate(shownBeneath), media).toEqual([]);
  }
  await page.emulateMedia({ media: null });
  const snapshot = await page.locator("body").ariaSnapshot();
  expect(snapshot.split("\n").filter((line) => !/^\s/.test(line))).toEqual([
    expect.stringMatching(/^- dialog "Your session has ended"/),
  ]);
}

function shownBeneath(): string[] {
  const shown: string[] = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    const { parentElement: element } = text;
    if (!text.textContent?.trim() || element?.closest("[data-sign-in], script, style, template")) continue;
    if (element?.checkVisibility({ visibilityProperty: true })) shown.push(text.textContent);
  }
  return shown;
}

type SentChange = { request: string; status: number };

/** Follows the changes that the page sends from now on, with their keys and words. */
export function followChanges(page: Page): SentChange[] {
  const sent: SentChange[] = [];
  page.on("response", (answer) => {
    const request = answer.request();
    const key = request.headers()["idempotency-key"];
    // A page reports its opening whenever it can.
    if (key !== undefined && !request.url().endsWith("/opened"))
      sent.push({
        request: `${request.method()} ${request.url()} ${key} ${request.postData()}`,
        status: answer.status(),
      });
  });
  return sent;
}

/** One change was refused without a session, sent again as it was, and carried out. */
export function expectRepeatedOnce(sent: readonly SentChange[]): void {
  expect(sent.map(({ status }) => status)).toEqual([401, 200]);
  expect(new Set(sent.map(({ request }) => request)).size).toBe(1);
}
