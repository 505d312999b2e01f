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
    "<ul>words</ul>",
    "<pre><b>\n\n</b>\n\ncode</pre>",
    ...HOSTILE_STRINGS,
    ...drawTangled(),
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

const open = async (html: string) => {
  await page.getByLabel("Given").fill(html);
  await page.getByRole("button", { name: "Open" }).click();
};
const textbox = () => page.getByRole("textbox", { name: "Text" });
const stored = () => page.getByRole("status", { name: "Stored" }).textContent();
const press = (name: string) => page.getByRole("button", { name, exact: true }).click();

async function paste(data: Record<string, string>): Promise<void> {
  await textbox().evaluate((text, given) => {
    const clipboardData = new DataTransfer();
    for (const [type, words] of Object.entries(given)) clipboardData.setData(type, words);
    text.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  }, data);
}

test("STUDIO-19 a table gets rows, columns and a head in place, and cells of a spreadsheet go into its cells", async () => {
  const row = (cells: string[], tag = "td") =>
    `<tr>${cells.map((cell) => `<${tag}>${cell}</${tag}>`).join("")}</tr>`;
  const { keyboard } = page;
  const plain = row(["Part", "Price"]) + row(["a", "b"]) + row(["c", "d"]);
  await open(`<table><tbody>${plain}</tbody></table>`);
  await textbox().getByText("Part", { exact: true }).click();
  await press("Header row");
  const titles = '<th scope="col">Part</th><th scope="col">Price</th>';
  const head = `<thead><tr>${titles}</tr></thead>`;
  await expect.poll(stored).toBe(`<table>${head}<tbody>${row(["a", "b"])}${row(["c", "d"])}</tbody></table>`);
  await press("Header row");
  await expect.poll(stored).toBe(`<table><tbody>${plain}</tbody></table>`);

  // Cells come into the cells from the one with the caret on, and the table grows where they need it.
  await textbox().getByText("b", { exact: true }).click();
  await paste({ "text/plain": "1\t2\n3\t4\n5\t6" });
  const grown = [
    ["Part", "Price", ""],
    ["a", "1", "2"],
    ["c", "3", "4"],
    ["", "5", "6"],
  ];
  const tableOf = (rows: string[][]) =>
    `<table><tbody>${rows.map((cells) => row(cells)).join("")}</tbody></table>`;
  await expect.poll(stored).toBe(tableOf(grown));
  // Into selected cells, and only there: one cell fills them all.
  const cell = (name: string) => textbox().getByText(name, { exact: true });
  await cell("1").click();
  await cell("4").click({ modifiers: ["Shift"] });
  await paste({ "text/html": "<table><tr><td>x</td><td>y</td></tr></table>", "text/plain": "x\ty" });
  const filled = [
    ["Part", "Price", ""],
    ["a", "x", "y"],
    ["c", "x", "y"],
    ["", "5", "6"],
  ];
  await expect.poll(stored).toBe(tableOf(filled));
  await keyboard.press("ControlOrMeta+z");
  await expect.poll(stored).toBe(tableOf(grown));

  await cell("Price").click();
  await press("Delete row");
  await cell("1").click();
  await press("Delete column");
  await expect.poll(stored).toBe(
    tableOf([
      ["a", "2"],
      ["c", "4"],
      ["", "6"],
    ]),
  );
  await press("Add column");
  await press("Add row");
  await expect.poll(() => textbox().locator("tr").count()).toBe(4);
  await expect.poll(() => textbox().locator("tr").first().locator("td").count()).toBe(3);
  await press("Delete table");
  await expect.poll(stored).toBe("");
});

test("STUDIO-19 a link is made, changed and removed, and the text stays selected", async () => {
  const { keyboard } = page;
  await open("<p>See our terms today</p>");
  await textbox().click();
  await keyboard.press("ControlOrMeta+Home");
  for (const key of ["ArrowRight", "ArrowRight"]) await keyboard.press(`ControlOrMeta+${key}`);
  await keyboard.press("ControlOrMeta+Shift+ArrowRight");
  await keyboard.press("ControlOrMeta+k");
  const address = page.getByRole("textbox", { name: "Address of the link" });
  await address.fill("javascript:alert(1)");
  await keyboard.press("Enter");
  await page.getByText("Please enter an address").waitFor();
  await keyboard.press("Escape");
  await expect
    .poll(() => textbox().evaluate((text) => text.ownerDocument.getSelection()?.toString().trim()))
    .toBe("terms");
  await keyboard.press("ControlOrMeta+k");
  await address.fill("example.com");
  await keyboard.press("Enter");
  await expect.poll(stored).toMatch(/<a href="https:\/\/example.com"[^>]*> ?terms ?<\/a>/);
  await textbox().getByText("terms").click();
  await press("Link");
  await expect.poll(() => address.inputValue()).toBe("https://example.com");
  await address.fill("mailto:office@example.com");
  await press("Apply");
  await expect.poll(stored).toContain('<a href="mailto:office@example.com"');
  await textbox().getByText("terms").click();
  await press("Link");
  await press("Remove link");
  await expect.poll(stored).toBe("<p>See our terms today</p>");
});

test("STUDIO-13 STUDIO-20 lists keep their numbers and letters, habits are spoken, and a word that is composed is whole", async () => {
  const { keyboard } = page;
  const lettered = '<ol start="3" type="a"><li>one<ol type="i"><li>two</li></ol></li></ol>';
  await open(lettered);
  for (const place of [textbox(), page.getByRole("region", { name: "Shown" })]) {
    const marks = () =>
      place.locator("ol").evaluateAll((lists) => lists.map((list) => getComputedStyle(list).listStyleType));
    await expect.poll(marks).toEqual(["lower-alpha", "lower-roman"]);
  }
  await textbox().getByText("two").click();
  await keyboard.press("End");
  await keyboard.press("Enter");
  await keyboard.type("three");
  await expect.poll(stored).toBe(lettered.replace("<li>two</li>", "<li>two</li><li>three</li>"));
  await keyboard.press("Shift+Tab");
  await expect.poll(stored).toBe(lettered.replace("</ol></li></ol>", "</ol></li><li>three</li></ol>"));

  for (const [typed, spoken, html] of [
    ["# ", "Heading 2", "<h2>x</h2>"],
    ["- ", "Bulleted list", "<ul><li>x</li></ul>"],
    ["4. ", "Numbered list", '<ol start="4"><li>x</li></ol>'],
    ["a) ", "Lettered list", '<ol type="a"><li>x</li></ol>'],
    ["> ", "Quote", "<blockquote>x</blockquote>"],
  ] as const) {
    await open("");
    await textbox().click();
    await keyboard.type(`${typed}x`);
    await expect.poll(stored).toBe(html);
    await page.getByRole("status").filter({ hasText: spoken }).first().waitFor();
  }

  const cdp = await page.context().newCDPSession(page);
  await open("<p>見出し</p>");
  await textbox().click();
  await keyboard.press("End");
  for (const text of ["k", "か", "かんじ", "漢字"]) {
    await cdp.send("Input.imeSetComposition", {
      text,
      selectionStart: text.length,
      selectionEnd: text.length,
    });
  }
  await cdp.send("Input.insertText", { text: "漢字" });
  await expect.poll(stored).toBe("<p>見出し漢字</p>");
  await keyboard.press("ControlOrMeta+z");
  await expect.poll(stored).toBe("<p>見出し</p>");

  // A line begins where its script does, and the caret with it.
  await open("<p>שלום עולם</p><p>hello</p>");
  await textbox().getByText("hello").click();
  const directions = () =>
    textbox()
      .locator("p")
      .evaluateAll((lines) => lines.map((line) => getComputedStyle(line).direction));
  await expect.poll(directions).toEqual(["rtl", "ltr"]);
  await textbox().getByText("שלום").click();
  await keyboard.press("Home");
  const caretX = () =>
    textbox().evaluate(
      (text) => text.ownerDocument.getSelection()?.getRangeAt(0).getBoundingClientRect().x ?? 0,
    );
  const box = await textbox().boundingBox();
  expect(await caretX()).toBeGreaterThan((box?.x ?? 0) + (box?.width ?? 0) / 2);
  await keyboard.press("ArrowLeft");
  await keyboard.type("א");
  await expect.poll(stored).toBe("<p>שאלום עולם</p><p>hello</p>");
});

const lettersOf = (lines: readonly string[]) => [...lines.join("").replaceAll(" ", "")].sort().join("");
