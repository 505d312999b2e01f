import { readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { readCodes } from "./font-slices.ts";
import { ownFontFiles } from "./fonts.ts";
import { lettersWithoutFont, PLAIN } from "./script-fonts.ts";

test.each([
  "Größe naïve Łódź İstanbul Tiếng Việt ơ ư",
  "Ελληνικά, русский, Қазақ",
  "العربية فارسی پښتو اردو",
  "עִבְרִית",
  "हिन्दी मराठी",
  "ภาษาไทย",
  "简体字 繁體字 ひらがな カタカナ 々〆",
  "한국어 문서",
  "தமிழ்",
  "বাংলা",
  "ਪੰਜਾਬ",
  "ქართული",
  "Հայերեն",
  "ગુજરાતી",
  "తెలుగు",
  "ಕನ್ನಡ",
  "മലയാളം",
  "සිංහල",
  "ខ្មែរ",
  "ລາວ",
  "አማርኛ",
  "မြန်မာ",
  "ଓଡ଼ିଆ",
  "● ○ ■ □ ▸ ► ◆ ◇ ‣ ✗ ✘ ☒ ☐ ☑ ★ ☆ ⇒ → ➔ ≥ ≤ ≠ ①②③ ❶ Ⅳ ⅓ ⅔ ‰ ℃ ′ ″",
  "‐ ‑ ‒ – —",
  "𝘽𝙧𝙪𝙩",
  "“A” – B … €5 ½ → ✓",
  "👍🏽 👩‍👩‍👧 🇦🇺 ❤️",
  "a\xA0b​c‍d️\n",
])("FIELD-8 every character of %j has a shipped font", async (text) => {
  expect(await lettersWithoutFont(text)).toEqual([]);
});

test.each([
  ["Angebot: ᏣᎳᎩ, 10 ᏣᎳᎩ", "ᏣᎳᎩ"],
  ["ᠮᠣᠩᠭᠣᠯ", "ᠮᠣᠩᠭᠯ"],
  ["ꀀ ꆈꌠ", "ꀀꆈꌠ"],
  ["Word's bullet \uf0b7", "\uf0b7"],
])("CARE-6 %s has characters that no shipped font has: %s", async (text, letters) => {
  expect((await lettersWithoutFont(text)).join("")).toBe(letters);
});

test("FIELD-8 every face of our own fonts has the characters that need no other font", () => {
  const plain = new RegExp(`[${PLAIN}]`, "u");
  const drawn = Array.from({ length: 0x2200 }, (_, code) => code).filter((code) => {
    const letter = String.fromCodePoint(code);
    return plain.test(letter) && !/[\p{Z}\p{C}]/u.test(letter);
  });
  for (const file of ownFontFiles()) {
    const family = join(dirname(file), "..");
    const used = ["400Regular", "400Regular_Italic", "600SemiBold", "700Bold"];
    for (const folder of used) {
      const [face = ""] = readdirSync(join(family, folder)).filter((name) => name.endsWith(".ttf"));
      const codes = readCodes(join(family, folder, face));
      expect(drawn.filter((code) => !codes.has(code))).toEqual([]);
      expect(codes).toEqual(readCodes(file));
    }
  }
});
