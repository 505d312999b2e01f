import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { drawTangled, drawTexts } from "#tests/support/draw-texts.ts";
import { HOSTILE_STRINGS } from "#tests/support/hostile-strings.ts";
import { launchChromium } from "#tests/support/launch-chromium.ts";
import { servePartsPage } from "#tests/support/serve-parts-page.ts";
import { readStoredTexts } from "#tests/support/stored-texts.ts";

let served: Awaited<ReturnType<typeof servePartsPage>>;
let launched: Awaited<ReturnType<typeof launchChromium>>;
let page: Page;

beforeAll(async () => {
  [served, launched] = await Promise.all([servePartsPage(), launchChromium()]);
  page = await launched.browser.newPage();
  await page.goto(`${served.url}/texts`);
  await page.getByRole("textbox", { name: "Text" }).waitFor();
});
afterAll(async () => {
  await launched?.close();
  await served?.close();
});

const SAMPLES = [
  "Only words",
  "Words<p>and a paragraph</p>",
  "<p>One</p><p><br></p><p>Three</p>",
  "<h2>Two</h2><h3>Three</h3><h4>Four</h4><hr><p>after</p>",
  "<p><b>bold</b> <i>it<u>al</u>ic</i> <s>gone</s> H<sub>2</sub>O <sup>2</sup> <small>small</small> <mark>marked</mark></p>",
  '<p><a href="https://example.com/a?b=1&amp;c=2" target="_blank" rel="noopener noreferrer">li<b>nk</b></a></p>',
  '<ol start="3"><li>three<ul><li>a<ol><li>deep</li></ol></li></ul></li><li><p>four</p><p>more</p></li></ol>',
  "<ul><li></li><li>one<br>two</li><li><h3>heading</h3></li></ul>",
  "<blockquote>bare</blockquote><blockquote><p>one</p><ul><li>two</li></ul></blockquote>",
  "<pre>a  b\n  c</pre><pre><code>x &lt; y</code></pre><p><code>a<b>b</b></code></p>",
  '<table><caption>Cap <b>tion</b></caption><thead><tr><th scope="col">A</th><th>B</th></tr></thead><tbody><tr><td rowspan="2">1</td><td>2<br>3</td></tr><tr><td><p>4</p><p>5</p></td></tr></tbody><tfoot><tr><td colspan="2">sum</td></tr></tfoot></table>',
  '<table><tbody><tr><th scope="row">A</th><td></td></tr></tbody></table>',
  "<p>a&nbsp;&nbsp;b </p><p> c</p>",
  "<p>שלום <b>עולם</b></p><p>漢字 😀 {{client.name}}</p>",
  "<p>before</p><li>loose</li>",
  `${"<ul><li>deep".repeat(12)}${"</li></ul>".repeat(12)}`,
];

test("STUDIO-13 a text that is edited shows the same, and is rewritten once", async () => {
  const texts = [...SAMPLES, ...(await readStoredTexts()), ...drawTexts()];
  const answers = await page.evaluate((all) => all.map((html) => globalThis.rewriteText(html)), texts);
  for (const [index, { once, twice, before, after }] of answers.entries()) {
    expect.soft(after, texts[index]).toEqual(before);
    expect.soft(twice, texts[index]).toBe(once);
  }
});

test("STUDIO-13 however the tags of a text are nested, an edit loses no word, and rewrites it once", async () => {
  const texts = [
    "<table><caption>only <table><tr><td>one</td></tr></table></caption></table>",
    "<table><caption>a</caption><caption>b</caption><tr><td>c</td></tr></table>",
    ...["<ul>words</ul>", "<pre><b>\n\n</b>\n\ncode</pre>"],
    ...[...HOSTILE_STRINGS, ...drawTangled()],
  ];
  const answers = await page.evaluate((all) => all.map((html) => globalThis.rewriteText(html)), texts);
  for (const [index, { once, twice, before, after }] of answers.entries()) {
    expect.soft(lettersOf(after.lines), texts[index]).toEqual(lettersOf(before.lines));
    expect.soft(twice, texts[index]).toBe(once);
  }
  const table = (rows: string) =>
    `<table><tbody><tr><td rowspan="${rows}">a</td><td>b</td></tr><tr><td>\ufffd</td></tr></tbody></table>`;
  const rewritten = await page.evaluate(
    (html) => globalThis.rewriteText(html.replace("\ufffd", String.fromCharCode(0xd800))).once,
    table("0"),
  );
  expect(rewritten).toBe(table("2"));
});

test("STUDIO-13 STUDIO-19 a text is written with habits, links and tables, and undo goes back by words", async () => {
  const text = page.getByRole("textbox", { name: "Text" });
  const stored = page.getByRole("status", { name: "Stored" });
  const { keyboard } = page;
  await text.click();
  await keyboard.type("# Our terms");
  await keyboard.press("Enter");
  await keyboard.type("See the terms");
  await keyboard.press("ControlOrMeta+Shift+ArrowLeft");
  await keyboard.press("ControlOrMeta+k");
  await keyboard.type("example.com/terms");
  await keyboard.press("Enter");
  const link = '<a href="https://example.com/terms" rel="noopener noreferrer">terms</a>';
  const begun = `<h2>Our terms</h2><p>See the ${link}</p>`;
  await expect.poll(() => stored.textContent()).toBe(begun);

  await keyboard.press("ControlOrMeta+End");
  await keyboard.press("Enter");
  await keyboard.type("3. three");
  await keyboard.press("Enter");
  await keyboard.press("Tab");
  await keyboard.type("deep");
  const list = '<ol start="3"><li>three<ol><li>deep</li></ol></li></ol>';
  await expect.poll(() => stored.textContent()).toBe(begun + list);
  for (let times = 0; times < 3; times += 1) await keyboard.press("Enter");
  await page.getByRole("button", { name: "Table" }).click();
  await keyboard.type("Part");
  for (let cells = 0; cells < 9; cells += 1) await keyboard.press("Tab");
  await keyboard.type("fourth row");
  await page.getByRole("button", { name: "Delete column" }).click();
  await expect.poll(() => text.locator("tr").count()).toBe(4);
  await expect.poll(() => text.locator("tr").first().locator("th").count()).toBe(2);

  await page.getByLabel("Given").fill("<p>one</p>");
  await page.getByRole("button", { name: "Open" }).click();
  await text.press("ControlOrMeta+End");
  await keyboard.type(" two three");
  await keyboard.press("ControlOrMeta+z");
  await expect.poll(() => stored.textContent()).toBe("<p>one two&nbsp;</p>");

  const paste = (html: string) =>
    text.evaluate((element, pasted) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData("text/html", pasted);
      element.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
    }, html);
  await paste("<b>three</b>");
  await paste("<p>four</p><ul><li>five</li></ul>");
  const joined = "<p>one two <strong>three</strong>four</p><ul><li>five</li></ul>";
  await expect.poll(() => stored.textContent()).toBe(joined);
});

const lettersOf = (lines: readonly string[]) => [...lines.join("").replaceAll(" ", "")].sort().join("");
