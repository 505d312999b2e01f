import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { getDocumentProxy, getResolvedPDFJS } from "unpdf";
import { afterAll, beforeAll, expect, test } from "vitest";
import { BLOCKS_CSS } from "#blocks/blocks-css.ts";
import { escapeHtml } from "#domain/escape-html.ts";
import type { PdfRenderer } from "#server/deps.ts";
import { createPdfRenderer } from "#server/pdf/chromium-renderer.ts";
import { printFontCss } from "#server/pdf/fonts.ts";
import { lettersWithoutFont } from "#server/pdf/script-fonts.ts";
import { casesFor, drawFrom, SEED } from "#tests/support/suite-cases.ts";

let dataDir: string;
let pdf: PdfRenderer;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "counterpart-letters-"));
  const machine = { dataDir, chromiumPath: undefined, systemFonts: [] };
  pdf = createPdfRenderer(machine, pino({ level: "silent" }));
});

afterAll(async () => {
  await pdf.close();
  await rm(dataDir, { recursive: true, force: true });
});

type Look = "sans" | "serif" | "code";

const STYLES = `${BLOCKS_CSS} .sans { font-family: var(--cp-sans) } .serif { font-family: var(--cp-serif) }`;

/** How many boxes a machine without fonts prints in place of the characters. */
async function countBoxes(texts: readonly string[], look: Look): Promise<number> {
  const lines = texts.map((text) => `<p>${escapeHtml(text)}</p>`).join("");
  const body = look === "code" ? `<div class="cp-rich"><pre>${lines}</pre></div>` : lines;
  const bytes = await pdf.render(
    `<!doctype html><html lang="en-AU"><head><meta charset="utf-8"><title>Letters</title>
     <style>${printFontCss()} ${STYLES}</style></head><body class="cp-page ${look}">${body}</body></html>`,
  );
  const { OPS } = await getResolvedPDFJS();
  const document = await getDocumentProxy(bytes);
  let boxes = 0;
  for (let number = 1; number <= document.numPages; number += 1) {
    const page = await document.getPage(number);
    const { fnArray, argsArray } = await page.getOperatorList();
    let isOfFile = false;
    for (const [place, operator] of fnArray.entries()) {
      const [first] = (argsArray[place] ?? []) as unknown[];
      // In a font of a file the glyph 0 is the box; fonts drawn as shapes renumber their glyphs.
      if (operator === OPS.setFont) isOfFile = !page.commonObjs.get(first as string).isType3Font;
      if (operator !== OPS.showText || !isOfFile) continue;
      const glyphs = first as (number | { originalCharCode: number })[];
      boxes += glyphs.filter((glyph) => typeof glyph === "object" && glyph.originalCharCode === 0).length;
    }
  }
  return boxes;
}

const SIGNS = [
  ..."● ○ ■ □ ▸ ► ◆ ◇ ‣ ✓ ✗ ✘ ☒ ☐ ☑ ★ ☆ ⇒ → ➔ ≥ ≤ ≠ ① ② ③ ⑩ ❶ Ⅳ ⅷ ⅓ ⅔ ‰ ℃ ′ ″ ※ № ℅ ㎡".split(" "),

  "co‐operate",
  "co‑operate",
  "10‒12",
  "𝘽𝙧𝙪𝙩",
  "𝗕𝗼𝗹𝗱",
  "∞ √ ∑ ∅ ⟶",
  "₹ ₽ ₿ ₺ ₾",
  "█ ░ ─ │",
  "ơ ư Ţ ħ q̃ x̌",
  "👍🏽 👩‍💻 👩‍👩‍👧 🇦🇺",
  "❤️ ☑️ 1️⃣ ⚠️",
  "🎉 📎 🫠",
];
const SCRIPTS = [
  "தமிழ் செல்வி கொள்கை",
  "বাংলা কো ক্ষ",
  "ਪੰਜਾਬ ਕੰਪਨੀ",
  "ქართული ᲥᲐᲠ",
  "Հայերեն և",
  "ગુજરાતી ક્ષ",
  "తెలుగు క్షేత్రం",
  "ಕನ್ನಡ ಕೊಡು",
  "മലയാളം കൊച്ചി",
  "සිංහල ශ්‍රී ලංකා",
  "ខ្មែរ ភាសា",
  "ພາສາລາວ",
  "አማርኛ",
  "မြန်မာ ကြော်",
  "ଓଡ଼ିଆ",
  "हिन्दी क्ष ज़",
  "ภาษาไทย น้ำ",
  "العربية گچ ٣",
  "עִבְרִית ₪",
  "合同总价 、。「」",
  "お見積り価格カタカナ々〆",
  "견적서 합계",
  "Стоимость Қазақ ґ",
  "Κόστος ἄνθρωπος",
];

test.each<Look>(["sans", "serif", "code"])(
  "FIELD-8 signs and scripts are printed without a box on a machine without fonts, in %s",
  async (look) => {
    expect(await countBoxes([...SIGNS, ...SCRIPTS], look)).toBe(0);
  },
);

test("FIELD-8 what is printed as a box is what authors and signers are told of, among characters drawn by chance", async () => {
  const draw = drawFrom(SEED);
  const drawn = new Set<string>();
  while (drawn.size < casesFor(400, 4000)) {
    const letter = String.fromCodePoint(0xa1 + draw(0x1fb00));
    if (/[\p{L}\p{N}\p{P}\p{S}]/u.test(letter)) drawn.add(letter);
  }
  const told = await lettersWithoutFont([...drawn].join(" "));
  const printed = [...drawn].filter((letter) => !told.includes(letter));
  expect(told.length).toBeGreaterThan(0);
  expect(await countBoxes(printed, "sans")).toBe(0);
  expect(await countBoxes(told, "sans")).toBe(told.length);
});
