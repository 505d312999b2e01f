import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { expectNoAxeViolationsAtAnyWidth } from "#tests/support/expect-accessible.ts";
import { startJourneys } from "#tests/support/start-journeys.ts";

const PASSWORD = "flour-and-water";
const LONG = "ember@long.example";
const ALONE = "alone@long.example";
const COLLEAGUE = "colleague@long.example";
/** A word without a break. */
const word = (letters: number) => "Abcdefghij".repeat(letters / 10);

const { portal, browser } = await startJourneys({
  world: {
    organizations: [
      {
        organizationId: "long",
        organizationName: word(200),
        status: "ACTIVE",
        quickLinks: [{ label: word(80), url: "https://long.example" }],
      },
    ],
    people: [
      {
        firstName: "Ember",
        lastName: word(100),
        email: LONG,
        password: PASSWORD,
        permissions: [{ organizationId: "long", permissionType: "write" }],
      },
      { firstName: "Ada", lastName: "Alone", email: ALONE, password: PASSWORD },
      {
        firstName: "Alexandra",
        lastName: "Montgomery-Featherstone",
        email: COLLEAGUE,
        password: PASSWORD,
        adminRole: "owner",
      },
    ],
    documents: [
      {
        uniqueDocumentId: word(60),
        organizationId: "long",
        externalId: word(60),
        name: word(200),
        slug: "long",
        documentType: "PROPOSAL",
        status: "PENDING",
        puckState: {
          root: {},
          content: [{ type: "Heading", props: { id: "heading", text: word(200), size: "h2" } }],
        },
      },
    ],
    invoices: [
      {
        invoiceId: "long",
        organizationId: "long",
        externalId: word(60),
        name: word(200),
        invoiceStatus: "UNPAID",
        lines: [{ description: word(200), quantity: 1, unit: "hour", rate: 165 }],
      },
    ],
    workOrders: [
      {
        workOrderId: "long",
        organizationId: "long",
        externalId: word(60),
        name: word(200),
        description: `<p>${word(200)}</p>`,
        workOrderStatus: "OPEN",
        uniqueDocument: word(60),
        invoice: "long",
        products: [{ productId: "content-entry", total: 1 }],
      },
    ],
    notifications: [
      { userId: LONG, organizationId: "long", message: word(200), link: "/doc/long", createdAt: "-1d" },
    ],
  },
});

const WRITER = { as: "writer@demo.test" };
const addressOf = (page: Page) => page.url().replace(portal.url, "");

test("FIRST-11 GUARD-5 sign-in leads back to the whole address, with its fragment", async () => {
  const page = await browser.openPage("/invoices?search=brand#top");
  await expect.poll(() => addressOf(page)).toBe("/login?return=%2Finvoices%3Fsearch%3Dbrand%23top");
  await page.getByLabel("Email").fill(WRITER.as);
  await page.getByLabel("Password", { exact: true }).fill("counterpart-demo");
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect.poll(() => addressOf(page)).toBe("/invoices?search=brand#top");
});

test("FIRST-11 robots are asked to stay away, in a text file", async () => {
  const page = await browser.openPage("/login");
  const answer = await page.request.get(`${portal.url}/robots.txt`);
  expect(answer.headers()["content-type"]).toMatch(/^text\/plain/);
  expect(await answer.text()).toMatch(/^User-agent: \*\nDisallow: \/$/m);
});

test("FIRST-11 without JavaScript, sign-in shows what it needs, and no form", async () => {
  const page = await browser.openPage("/login", { javaScript: false });
  expect(await page.locator(".no-script").innerText()).toBe(
    "This portal needs JavaScript. Please turn it on and reload the page.",
  );
  expect(await page.getByRole("textbox").count()).toBe(0);
  expect(await page.getByRole("button").count()).toBe(0);
});

test("FIRST-11 a person without an organization reads whom to ask, on each screen", async () => {
  const page = await browser.openPage("/dashboard", { as: ALONE, password: PASSWORD });
  const says = page.getByRole("main").getByText("You're not a member of an organization yet.");
  await says.waitFor();
  await page.getByText("Ask your contact at Ember & Oak Digital").waitFor();
  await expectNoAxeViolationsAtAnyWidth(page);
  await page.goto(`${portal.url}/user`);
  await says.waitFor();
  await page.goto(`${portal.url}/permissions`);
  await page.getByText("You're not a member of an organization yet.").waitFor();
  await expectNoAxeViolationsAtAnyWidth(page);
});

test("FIRST-11 with forced colours, the chosen status and the present screen differ from the others", async () => {
  const page = await browser.openPage("/documents/type/PROPOSAL", WRITER);
  await page.getByRole("cell", { name: "P-1042", exact: true }).waitFor();
  await page.emulateMedia({ forcedColors: "active" });
  const backgroundOf = (name: RegExp, role: "button" | "link") =>
    page
      .getByRole(role, { name })
      .first()
      .evaluate((one) => getComputedStyle(one).backgroundColor);
  expect(await backgroundOf(/^All \d/, "button")).not.toBe(await backgroundOf(/^Draft \d/, "button"));
  expect(await backgroundOf(/^Proposals$/, "link")).not.toBe(await backgroundOf(/^Invoices$/, "link"));
  await page.emulateMedia({ forcedColors: null });
});

const NARROW = [
  "/dashboard",
  "/documents/type/PROPOSAL",
  "/doc/long",
  "/work-orders",
  "/work-orders/long",
  "/invoices",
  "/invoices/long",
  "/notifications",
  "/permissions",
  "/user",
];

describe("FIRST-11 long words", () => {
  // 1280 px at 400 % are 320 px, of which a classic scrollbar takes 15.
  test.each(NARROW)("%s is not wider than 305 px", async (path) => {
    const page = await browser.openPage(path, { as: LONG, password: PASSWORD, width: 305, height: 256 });
    await page.getByRole("heading").filter({ visible: true }).first().waitFor();
    await page.locator("[data-loading], [aria-busy=true]").first().waitFor({ state: "detached" });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(305);
  });

  test("the menu of a phone holds a long organization", async () => {
    const page = await browser.openPage("/dashboard", { as: LONG, password: PASSWORD, width: 320 });
    await page.getByRole("button", { name: "Menu", exact: true }).click();
    const sheet = page.getByRole("dialog");
    await sheet.waitFor();
    expect(await sheet.evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0);
  });
});

test("FIRST-11 on the company's side, a colleague's long name is shortened and covers none of the links", async () => {
  const page = await browser.openPage("/admin", { as: COLLEAGUE, password: PASSWORD });
  const bar = page.getByRole("banner");
  const name = bar.getByRole("button", { name: /^Alexandra/ });
  await name.waitFor();
  const controls = [
    bar.getByRole("button", { name: "More" }),
    bar.getByRole("button", { name: /Search/ }),
    name,
  ];
  const boxes = await Promise.all(controls.map((one) => one.boundingBox()));
  const ends = boxes.flatMap((box) => [box?.x ?? Number.NaN, (box?.x ?? Number.NaN) + (box?.width ?? 0)]);
  expect(ends.toSorted((one, other) => one - other)).toEqual(ends);
  expect(ends.at(-1)).toBeLessThanOrEqual(1280);
});

/** The controls that a finger hits less than 44 px high; links in a sentence or in a row that opens as a whole are none. */
function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const controls = document.querySelectorAll<HTMLElement>("a, button, input, select, summary, [role=tab]");
    const isHit = (one: HTMLElement, x: number, y: number) => {
      const hit = document.elementFromPoint(x, y);
      return hit !== null && one.contains(hit);
    };
    return [...controls].flatMap((one) => {
      one.scrollIntoView({ block: "center" });
      const label = one.closest("label");
      if (label && label.getBoundingClientRect().height >= 44) return [];
      const box = one.getBoundingClientRect();
      if (box.height === 0 || one.matches(".sr-only, [href='#main'], tr[class*=cursor-pointer] a")) return [];
      if (one.closest("[data-sentence], footer") || getComputedStyle(one).visibility === "hidden") return [];
      const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
      return isHit(one, x, y - 21.5) && isHit(one, x, y + 21.5)
        ? []
        : [`${one.ariaLabel ?? one.textContent} ${Math.round(box.height)}`];
    });
  });
}

const TOUCHED = [
  ["/dashboard", "writer@demo.test"],
  ["/documents/type/PROPOSAL", "writer@demo.test"],
  ["/work-orders/wo-3151", "writer@demo.test"],
  ["/notifications", "writer@demo.test"],
  ["/user", "writer@demo.test"],
  ["/permissions", "writer@demo.test"],
  ["/admin/documents", "staff@demo.test"],
] as const;

test.each(TOUCHED)("FIRST-11 on touch, targets of %s are 44 px high", async (path, as) => {
  const page = await browser.openPage(path, { as, width: 360, height: 780, hasTouch: true });
  await page.getByRole("heading", { level: 1 }).waitFor();
  await page.locator("[data-loading], [aria-busy=true]").first().waitFor({ state: "detached" });
  expect(await smallTargets(page)).toEqual([]);
});
