import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { extractText, getDocumentProxy, getMeta } from "unpdf";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { recordLog } from "#tests/support/test-log.ts";
import type { PdfRenderer } from "../deps.ts";
import { createPdfRenderer } from "./chromium-renderer.ts";
import { findChromium } from "./find-chromium.ts";
import { printFontCss } from "./fonts.ts";

const log = pino({ level: "silent" });
let dataDir: string;
let pdf: PdfRenderer;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "counterpart-pdf-"));
  pdf = createPdfRenderer({ dataDir, chromiumPath: undefined }, log);
});

afterAll(async () => {
  await pdf.close();
  await rm(dataDir, { recursive: true, force: true });
});

function page(body: string, css = printFontCss()): string {
  return `<!doctype html><html lang="en-AU"><head><meta charset="utf-8"><title>Café fit-out</title>
    <style>${css} body { font-family: "Figtree Variable", sans-serif } h1 { font-family: "Source Serif 4 Variable", serif }</style>
    </head><body>${body}</body></html>`;
}

async function read(bytes: Uint8Array) {
  const document = await getDocumentProxy(bytes.slice());
  const { text, totalPages } = await extractText(document, { mergePages: true });
  return { document, text, totalPages, info: (await getMeta(document)).info };
}

async function fontsOf(bytes: Uint8Array): Promise<string[]> {
  return [
    ...new Set(
      Buffer.from(bytes)
        .toString("latin1")
        .match(/\/BaseFont \/[\w+-]+/g) ?? [],
    ),
  ].map((name) => name.replace(/^\/BaseFont \/([A-Z]+\+)?/, ""));
}

describe("PDFs", () => {
  test("APPR-5 the text, title and language of the page are in the PDF, and it is tagged", async () => {
    const bytes = await pdf.render(
      page("<h1>Proposal</h1><p>Total <b>$1,234.50</b> – naïve <i>café</i></p>"),
    );
    const { document, text, info, totalPages } = await read(bytes);
    expect(text).toContain("Proposal");
    expect(text).toContain("$1,234.50");
    expect(text).toContain("naïve café");
    expect(text).toContain("Page 1 of 1");
    expect(totalPages).toBe(1);
    expect(info).toMatchObject({ Title: "Café fit-out", Language: "en-AU" });
    const tree = await (await document.getPage(1)).getStructTree();
    expect(JSON.stringify(tree)).toContain('"role":"H1"');
    expect(await document.getOutline()).toMatchObject([{ title: "Proposal" }]);
  });

  test("CARE-2 a PDF tells programs its author and number, also in XMP, and keeps its structure", async () => {
    const author = "Ember & Oak <Digital>\u0007";
    const bytes = await pdf.render(page("<h1>Proposal</h1><p>Text</p>"), {
      metadata: { author, program: "Counterpart", identifier: "P-1042" },
      footerText: "Accepted <b> · P-1042",
    });
    const { document, info, text } = await read(bytes);
    expect(info).toMatchObject({
      Title: "Café fit-out",
      Author: author,
      Creator: "Counterpart",
      Language: "en-AU",
    });
    const { metadata } = await getMeta(document);
    expect(Object.fromEntries(metadata ?? [])).toMatchObject({
      "dc:title": "Café fit-out",
      "dc:identifier": "P-1042",
      "xmp:creatortool": "Counterpart",
      "dc:creator": ["Ember & Oak <Digital>"],
    });
    expect(text).toContain("Accepted <b> · P-1042 · Café fit-out");
    expect(JSON.stringify(await (await document.getPage(1)).getStructTree())).toContain('"role":"H1"');
    expect(await document.getOutline()).toMatchObject([{ title: "Proposal" }]);
  });

  test.each(["linux", "darwin"] as const)(
    "the text is set in the fonts that we ship, as on %s",
    async (platform) => {
      const bytes = await pdf.render(page("<h1>Serif</h1><p>Sans <b>bold</b></p>", printFontCss(platform)));
      const fonts = await fontsOf(bytes);
      expect(fonts.join(" ")).toMatch(/SourceSerif4-Bold/);
      expect(fonts.join(" ")).toMatch(/Figtree-Regular/);
      expect(fonts.join(" ")).toMatch(/Figtree-Bold/);
    },
  );

  test.each([
    ["Chinese", "合同总价"],
    ["Japanese", "お見積り価格カタカナ"],
    ["Korean", "견적서합계"],
    ["Thai", "ใบเสนอราคา"],
    ["Devanagari", "कुल मूल्य"],
    ["Arabic", "السعر"],
    ["Hebrew", "מחיר"],
    ["Cyrillic", "Стоимость"],
    ["Greek", "Κόστος"],
    ["emoji", "🎉🚀✅❤"],
  ])("CARE-6 %s has its letters from fonts that we ship, wherever the portal runs", async (_, words) => {
    const css = `${printFontCss()} body { font-family: "Figtree Variable", "Paper Scripts" !important }`;
    const bytes = await pdf.render(page(`<p>${words}</p>`, css).replace("Café fit-out", words));
    // Arabic letters come back in the forms that they have beside each other.
    const text = (await read(bytes)).text.normalize("NFKC");
    for (const letter of words.replaceAll(" ", "")) expect(text).toContain(letter);
    expect((await fontsOf(bytes)).filter((name) => !/^(Figtree|Noto)/.test(name))).toEqual([]);
  });

  test("a page runs no script and reads nothing from the network or the disk", async () => {
    const bytes = await pdf.render(
      page(`<p>kept</p><script>document.body.append("ran")</script><img src=x onerror="document.body.append('ran')">
        <iframe src="file:///etc/passwd"></iframe><object data="file:///etc/passwd"></object>
        <link rel="stylesheet" href="https://example.com/a.css"><img src="https://example.com/a.png" alt="An image">`),
    );
    const { text } = await read(bytes);
    expect(text).toContain("kept");
    expect(text).not.toMatch(/ran\b|root:/);
  });

  test("pages asked for at once are all made, each its own", async () => {
    const made = await Promise.all(
      ["one", "two", "three", "four", "five"].map((word) => pdf.render(page(word))),
    );
    const texts = await Promise.all(made.map(async (bytes) => (await read(bytes)).text.split(/\s/)[0]));
    expect(texts).toEqual(["one", "two", "three", "four", "five"]);
  });

  test("a page that is printed on again keeps nothing of what was printed on it before", async () => {
    const first = page(
      `<h1>Secret</h1><img alt="A secret" src=x>`,
      "h1 { position: fixed } p { display: none }",
    );
    for (let n = 0; n < 3; n += 1) await pdf.render(first.replace('"en-AU"', '"de"'));
    const { document, text, info } = await read(await pdf.render("<!doctype html><p>Words</p>"));
    expect(text).toMatch(/^Words\s+Page 1 of 1$/);
    // The language of the browser.
    expect([info.Title ?? "", info.Language]).toEqual(["", "en-AU"]);
    expect(await document.getOutline()).toBeNull();
  });

  test("TRUST-11 Chromium prints in its own sandbox, or without it where the machine gives it no right to one, and says so", async () => {
    const { records, logger } = recordLog("info");
    const elsewhere = createPdfRenderer({ dataDir, chromiumPath: undefined }, logger, true);
    onTestFinished(() => elsewhere.close());
    expect((await read(await elsewhere.render(page("<p>Printed</p>")))).text).toContain("Printed");
    const messages = records.map(({ msg }) => msg);
    const without = "Chromium prints without its own sandbox, with which it did not start";
    // Root never has one, whatever the machine.
    expect(messages).toEqual(process.getuid?.() === 0 || messages.length > 0 ? [without] : []);
  });

  test("a closed browser is started again, and its folder goes with it", async () => {
    await pdf.render(page("before"));
    await pdf.close();
    expect((await readdir(join(dataDir, "browser"))).filter((name) => name !== "font-cache")).toEqual([]);
    expect((await read(await pdf.render(page("after")))).text).toContain("after");
  });

  test("a browser that died is started again", async () => {
    const { executablePath, libraryPath = "" } = await findChromium(
      { dataDir, chromiumPath: undefined },
      log,
    );
    const [pidFile, script] = [join(dataDir, "pid"), join(dataDir, "browser.sh")];
    const start = `echo $$ > "${pidFile}"\nexec "${executablePath}" "$@"\n`;
    await writeFile(script, `#!/bin/sh\nexport LD_LIBRARY_PATH="${libraryPath}"\n${start}`, { mode: 0o755 });
    const mortal = createPdfRenderer({ dataDir, chromiumPath: script }, log);
    await mortal.render(page("before"));
    process.kill(Number(await readFile(pidFile, "utf8")), "SIGKILL");
    const render = async () => (await read(await mortal.render(page("after")))).text;
    await expect.poll(() => render().catch(() => "")).toContain("after");
    await mortal.close();
  });

  test("without a browser it says what to do", async () => {
    const none = createPdfRenderer({ dataDir, chromiumPath: "/nowhere/chromium" }, log);
    await expect(none.render(page("x"))).rejects.toMatchObject({
      code: "unavailable",
      message: expect.stringContaining("CHROMIUM_PATH names /nowhere/chromium"),
    });
    const wrong = createPdfRenderer({ dataDir, chromiumPath: "/bin/false" }, log);
    await expect(wrong.render(page("x"))).rejects.toMatchObject({ code: "unavailable" });
  });
});
