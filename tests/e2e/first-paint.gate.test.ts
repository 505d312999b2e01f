import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { declineDocument } from "#contract/documents.ts";
import { answerInstead } from "#tests/support/answer-instead.ts";
import { createPersonClient } from "#tests/support/person-client.ts";
import { startJourneys } from "#tests/support/start-journeys.ts";

const WRITER = "writer@demo.test";

const { portal, browser } = await startJourneys();

const QUIET_MS = 500;

type Asked = { path: string; kind: string };

/** Opens an address in an empty cache. Returns all requests of the page until the network is idle. */
async function requestsOf(page: Page, path: string): Promise<Asked[]> {
  const asked: Asked[] = [];
  let lastAsked = Date.now();
  page.on("request", (request) => {
    if (request.url().startsWith("data:")) return;
    lastAsked = Date.now();
    asked.push({ path: new URL(request.url()).pathname, kind: request.resourceType() });
  });
  // Playwright's routes bypass the cache.
  await page.route("**/*", (route) => route.fallback());
  await page.goto(`${portal.url}${path}`, { waitUntil: "load" });
  await page.getByRole("heading").first().waitFor();
  while (Date.now() - lastAsked < QUIET_MS) await page.waitForTimeout(50);
  return asked;
}

function expectNamed(html: string, asked: Asked[]): void {
  const code = asked.filter(({ kind }) => kind === "script" || kind === "stylesheet");
  expect(code.length).toBeGreaterThan(3);
  expect(code.filter((one) => !html.includes(`"${one.path}"`))).toEqual([]);
}

/** Single sign-on, for which the form of the sign-in page does not wait. */
function isAfterForm({ path }: Asked): boolean {
  return path.startsWith("/assets/issuer-") || path.endsWith("/single-sign-on/public/list");
}

// A document has a second style sheet and reports its opening. The pictures that the company put into a document do not
// count.
test.each([
  { path: "/login", as: undefined, most: 12 },
  { path: "/dashboard", as: WRITER, most: 28 },
  { path: "/documents/type/PROPOSAL", as: WRITER, most: 26 },
  { path: "/work-orders", as: WRITER, most: 26 },
  { path: "/invoices", as: WRITER, most: 25 },
  { path: "/doc/online-store-and-wholesale-portal", as: WRITER, most: 29 },
])(
  "SPEED-9 $path asks at most $most times, for its own data never, and names all of its code",
  async ({ path, as, most }) => {
    const page = await browser.openPage("about:blank", as ? { as } : {});
    const all = await requestsOf(page, path);
    const asked = all.filter((one) => one.kind !== "image" && !isAfterForm(one));
    expect(asked.length, JSON.stringify(asked, null, 1)).toBeLessThanOrEqual(most);
    const calls = asked.filter((one) => one.path.startsWith("/api/") && !/\/(live|opened)$/.test(one.path));
    expect(calls).toEqual([]);
    expectNamed(await (await page.request.get(`${portal.url}${path}`)).text(), asked);
  },
);

test.each(["/documents/doc-1042", "/user", "/permissions"])(
  "SPEED-9 the page of %s names all of its code, so that no file waits for another",
  async (path) => {
    const page = await browser.openPage("about:blank", { as: WRITER });
    const asked = await requestsOf(page, path);
    expectNamed(await (await page.request.get(`${portal.url}${path}`)).text(), asked);
  },
);

test("SPEED-9 a page carries only what its person may read, and no cache keeps it", async () => {
  const page = await browser.openPage("/dashboard", { as: WRITER });
  const carried = async (path: string, cookies = true) => {
    const headers: Record<string, string> = cookies
      ? {
          cookie: (await page.context().cookies()).map(({ name, value }) => `${name}=${value}`).join("; "),
        }
      : {};
    const answer = await fetch(`${portal.url}${path}`, { headers });
    const [, json] = /id="first-answers">([^<]*)</.exec(await answer.text()) ?? [];
    return { cache: answer.headers.get("cache-control"), told: JSON.parse(json ?? "null") };
  };
  const own = await carried("/doc/online-store-and-wholesale-portal");
  expect(own.cache).toBe("no-store");
  expect(JSON.stringify(own.told)).toContain("Online store");
  // Another organization's document, and one that does not exist, are carried alike: not at all.
  const callsOf = (told: { answers: { call: string }[] }) => told.answers.map(({ call }) => call).sort();
  const foreign = await carried("/documents/doc-unknown");
  expect(callsOf(foreign.told)).not.toContain("GET unique-document/user/{id}");
  const visitor = await carried("/doc/online-store-and-wholesale-portal", false);
  expect(visitor).toEqual({ cache: "no-store", told: { token: null, answers: [] } });
});

/** Declines a document by a call, elsewhere. A decline creates no PDF, whose event would follow later. */
async function declineElsewhere(id: string): Promise<void> {
  const writer = createPersonClient(portal.url, WRITER);
  const body = { uniqueDocumentId: id, status: "DECLINED" as const };
  await writer.request(declineDocument, { params: { id }, body });
}

test("SPEED-9 a window learns what was told after its page was made and before it could hear, by its own stream or another window's", async () => {
  const first = await browser.openPage("about:blank", { as: WRITER });
  const second = await first.context().newPage();
  for (const [page, id, late] of [
    [first, "doc-1042", "**/api/live"],
    [second, "doc-2018", "**/assets/*.js"],
  ] as const) {
    const isNotified = Promise.withResolvers<void>();
    const stopAnswering = await answerInstead(page, late, async (route) => {
      await isNotified.promise;
      await route.continue();
    });
    await page.goto(`${portal.url}/documents/${id}`, { waitUntil: "commit" });
    if (page === first)
      await page
        .getByRole("button", { name: "Accept", exact: true })
        .filter({ visible: true })
        .first()
        .waitFor();
    await declineElsewhere(id);
    isNotified.resolve();
    await page.getByText("Declined", { exact: true }).filter({ visible: true }).first().waitFor();
    stopAnswering();
  }
  await second.close();
});
