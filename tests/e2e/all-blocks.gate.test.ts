import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { KNOWN_BLOCK_TYPES } from "#domain/page/find-block.ts";
import type { PageItem } from "#domain/page/page.ts";
import { expectNoAxeViolationsAtAnyWidth } from "#tests/support/expect-accessible.ts";
import { sendAgain } from "#tests/support/factories.ts";
import { startJourneys } from "#tests/support/start-journeys.ts";
import { storedPage } from "#tests/support/stored-page.ts";
import { GALLERY_SECTIONS } from "#web/gallery/gallery-sections.ts";

const WRITER = "writer@demo.test";
const DOCUMENT = "/doc/spring-campaign-cold-brew-on-tap";
const BUILT = fileURLToPath(new URL("../../dist/web", import.meta.url));

const paragraph = (id: string, text: string) => ({ type: "Paragraph", props: { id, text } });

const WRITTEN: PageItem[] = [
  { type: "Heading", props: { id: "heading", text: "Everything", size: "title" } },
  paragraph("paragraph", "A paragraph."),
  paragraph("quote", "“A quote that begins with its mark.”"),
  { type: "List", props: { id: "list", items: [{ title: "An item" }] } },
  { type: "Button", props: { id: "button", text: "A button", link: "#place" } },
  { type: "Image", props: { id: "gone", src: "/demo/gone.png", alt: "A sketch" } },
  { type: "Heading", props: { id: "hebrew", text: "שלום עולם", size: "h2" } },
  paragraph("mixed", "<p>Hello.</p><p>مرحبا.</p>"),
  { type: "Image", props: { id: "image", src: "/demo/harbour-store.svg", alt: "The store" } },
  {
    type: "Container",
    props: {
      id: "container",
      backgroundColor: "#14213d",
      backgroundOpacity: 1,
      content: [paragraph("in", "Inside.")],
    },
  },
  { type: "WorkOrders", props: { id: "work", workOrderData: { workOrderIds: ["wo-3111"] } } },
  {
    type: "PricingTable",
    props: { id: "prices", lineItems: [{ product: "Care plan", price: 240, count: 12 }] },
  },
  { type: "Video", props: { id: "film", source: "https://youtu.be/aqz-KE-bpKQ" } },
  { type: "Video", props: { id: "file", source: "/demo/gone.mp4" } },
  { type: "Video", props: { id: "none", source: "https://www.youtube.com/watch?v=short" } },
  { type: "VideoGrid", props: { id: "grid", title: "At work", urls: ["https://youtu.be/eRsGyueVLvQ"] } },
  {
    type: "ProvenWayOfWorking",
    props: { id: "phases", phases: [{ name: "Listen", description: "We do.", time: "1 week" }] },
  },
  {
    type: "Deliverables",
    props: { id: "deliverables", title: "What you get", items: [{ content: "A store" }] },
  },
  {
    type: "CaseStudies",
    props: {
      id: "cases",
      header: "Work like yours",
      cards: [
        {
          title: "Saltbush",
          link: "#place",
          image: "/demo/harbour-hero.svg",
          colour: "#14213d",
          summary: "Out.",
        },
        { title: "Fernwood", colour: "#dfeae3", summary: "In." },
      ],
    },
  },
  {
    type: "LinkWrapper",
    props: { id: "around", link: "#around", content: [paragraph("pressed", "Press me anywhere.")] },
  },
  {
    type: "LinkWrapper",
    props: {
      id: "behind",
      link: "#behind",
      content: [
        paragraph("beside", "Beside a button."),
        { type: "Button", props: { id: "own", text: "Own", link: "#own" } },
      ],
    },
  },
  { type: "PageBreak", props: { id: "break" } },
  { type: "Heading", props: { id: "last", text: "The end", size: "h2", anchor: "place" } },
  { type: "Footer", props: { id: "footer", businessName: "Ember & Oak Digital" } },
];

const isWritten = ({ type }: PageItem) => WRITTEN.some((one) => one.type === type);
/** Blocks that are declared since, as the gallery has them. */
const OTHERS = GALLERY_SECTIONS.filter(({ setting }) => setting === "in use")
  .flatMap(({ content }) => content)
  .filter((item) => !isWritten(item));
const CONTENT = [...OTHERS, ...WRITTEN];

const { portal, browser } = await startJourneys({
  statements: [
    storedPage("doc-1041", { root: {}, content: CONTENT }),
    storedPage("doc-1039", {
      root: {},
      content: [
        paragraph("before", "Before."),
        { type: "Fireworks", props: { id: "fireworks", text: "Never shown." } },
        { type: "Paragraph", props: { id: "corrupt", text: { not: "a text" }, style: ["xl"] } },
        { type: "CaseStudies", props: { id: "cases", cards: "none" } },
        paragraph("after", "After."),
      ],
    }),
  ],
  async prepare(db) {
    for (const id of ["doc-1041", "doc-1039"]) await sendAgain(db, id);
  },
});

const hashOf = (page: Page) => new URL(page.url()).hash;

test("BLOCK-1 BLOCK-7 BLOCK-11 BLOCK-12 BLOCK-13 BLOCK-16 a document of all blocks reads well at every width", async () => {
  expect(new Set(CONTENT.map((item) => item.type)).size).toBe(KNOWN_BLOCK_TYPES.length);
  const page = await browser.openPage(DOCUMENT, { as: WRITER });
  await page.getByRole("heading", { name: "The end" }).waitFor();
  expect(await page.getByRole("article").getByText("$3,168.00").count()).toBe(1);
  expect(await page.getByText("Page break").count()).toBe(0);
  expect(await page.locator(".cp-video").count()).toBe(3);
  const title = page.getByRole("article").getByRole("heading", { name: "Everything" });
  expect(
    await title.evaluate((heading) => {
      const { fontSize, lineHeight } = getComputedStyle(heading);
      return `${fontSize} / ${lineHeight}`;
    }),
  ).toBe("48px / 52px");
  expect(await page.getByRole("heading", { level: 1 }).allTextContents()).toEqual([
    "Spring campaign: cold brew on tap",
  ]);
  await page.getByText("Image: A sketch").waitFor();
  await expectNoAxeViolationsAtAnyWidth(page);

  const step = 12;
  expect(await spacesBetweenBlocks(page)).toEqual([step, 2 * step, 4 * step]);
  const edges = await page.locator(".cp-hanging-mark").evaluate((mark) => {
    const text = mark.closest("p")?.getBoundingClientRect();
    return (text?.left ?? 0) - mark.getBoundingClientRect().left;
  });
  expect(edges).toBeGreaterThan(5);
  await page.emulateMedia({ media: "print" });
  const onPaper = (step * 13) / 16;
  expect(await spacesBetweenBlocks(page)).toEqual([0, onPaper, 2 * onPaper, 4 * onPaper]);
});

/** The different distances between the blocks of a page, in pixels. */
async function spacesBetweenBlocks(page: Page): Promise<number[]> {
  const spaces = await page.locator(".cp-page").evaluate((sheet) => {
    const boxes = [...sheet.children]
      .map((one) => one.getBoundingClientRect())
      .filter((box) => box.width > 0);
    return boxes.slice(1).map((box, n) => box.top - (boxes[n]?.bottom ?? 0));
  });
  return [...new Set(spaces.map((space) => Math.round(space * 100) / 100))].sort((a, b) => a - b);
}

test("CARE-6 people's text reads in the direction of its letters, paragraph by paragraph", async () => {
  const page = await browser.openPage(DOCUMENT, { as: WRITER });
  const hebrew = page.getByRole("heading", { name: "שלום" });
  expect(await hebrew.evaluate((one) => getComputedStyle(one).direction)).toBe("rtl");
  /** Whether the letters end where the line begins in English, or where it ends. */
  const isAtTheRight = (text: string) =>
    page.getByText(text, { exact: true }).evaluate((one) => {
      const letters = document.createRange();
      letters.selectNodeContents(one);
      return letters.getBoundingClientRect().left > one.getBoundingClientRect().left + 50;
    });
  expect(await isAtTheRight("مرحبا.")).toBe(true);
  expect(await isAtTheRight("Hello.")).toBe(false);
});

test("BLOCK-9 BLOCK-14 no host is requested for a video before it is played; then only YouTube, without cookies", async () => {
  const player = "https://www.youtube-nocookie.com/embed/eRsGyueVLvQ?autoplay=1&rel=0";
  const page = await browser.openPage("about:blank", {
    as: WRITER,
    allowConsole: [/^asked another host: https:\/\/www\.youtube-nocookie\.com\/embed\/eRsGyueVLvQ/],
  });
  const asked: string[] = [];
  await page.context().route(/youtube/, async (route) => {
    asked.push(route.request().url());
    await route.fulfill({ contentType: "text/html", body: "<!doctype html><title>A film</title>" });
  });
  const answer = await page.goto(new URL(DOCUMENT, portal.url).href);
  const policy = answer?.headers()["content-security-policy"] ?? "";
  expect(policy.split(/;\s*/)).toContain("frame-src https://www.youtube-nocookie.com");
  await page.getByRole("heading", { name: "The end" }).waitFor();
  expect(asked).toEqual([]);

  await page.getByRole("link", { name: "Play video 1" }).press("Enter");
  const frame = page.locator("iframe");
  await expect.poll(() => asked).toEqual([player]);
  expect(await frame.getAttribute("src")).toBe(player);
  expect(await frame.getAttribute("title")).toBe("Video 1");
  await expect.poll(() => frame.evaluate((one) => one === document.activeElement)).toBe(true);
});

test("BLOCK-9 a file that cannot be played is left as a link to it", async () => {
  const page = await browser.openPage(DOCUMENT, { as: WRITER, allowConsole: [/gone\.mp4/] });
  await page.locator('a.cp-video__poster[href="/demo/gone.mp4"]').click();
  const link = page.getByRole("link", { name: /^This video cannot be played here/ });
  await link.waitFor();
  expect(await link.getAttribute("href")).toBe("/demo/gone.mp4");
});

test("BLOCK-15 a press anywhere on a Link Wrapper follows it, a press on a button inside of it that one", async () => {
  const page = await browser.openPage(DOCUMENT, { as: WRITER });
  await page.getByText("Press me anywhere.").click();
  await expect.poll(() => hashOf(page)).toBe("#around");
  await page.getByRole("link", { name: "Own" }).click();
  await expect.poll(() => hashOf(page)).toBe("#own");
  // The link lies behind the text, so it is what the press meets.
  await page.getByText("Beside a button.").click({ position: { x: 20, y: 8 }, force: true });
  await expect.poll(() => hashOf(page)).toBe("#behind");
});

test("BLOCK-17 an unknown block shows nothing and is logged, a corrupt one leaves its neighbours as they are", async () => {
  const page = await browser.openPage("about:blank", {
    as: WRITER,
    allowConsole: [/a block that can't be shown: Fireworks/],
  });
  const logged = page.waitForEvent("console", (message) => message.text().includes("Fireworks"));
  await page.goto(new URL("/doc/coffee-subscription-for-offices", portal.url).href);
  await page.getByText("After.", { exact: true }).waitFor();
  await logged;
  expect(await page.getByRole("article").innerText()).toMatch(
    /^Prepared for Harbour Coffee Roasters · Ember & Oak Digital · \d+ \w+ \d{4}\n\nBefore\.\n\nAfter\.$/,
  );
});

test("the gallery of blocks is for development: it is not in what is built", async () => {
  const page = await browser.openPage("/dev/blocks");
  await page.getByRole("heading").first().waitFor();
  expect(await page.getByRole("combobox", { name: "Shown as" }).count()).toBe(0);
  const assets = join(BUILT, "assets");
  for (const name of await readdir(assets)) {
    if (name.endsWith(".js")) expect(await readFile(join(assets, name), "utf8")).not.toContain("dev/blocks");
  }
});
