import { expect, test } from "vitest";
import { lettersWithoutFont } from "./script-fonts.ts";

test.each([
  ...[
    "Größe naïve Łódź İstanbul Tiếng Việt",
    "Ελληνικά, русский, Қазақ, українська ґ",
    "العربية فارسی پښتو اردو",
  ],
  ...[
    "עִבְרִית",
    "हिन्दी मराठी",
    "ภาษาไทย",
    "简体字 繁體字 ひらがな カタカナ 々〆",
    "한국어 문서",
    "“A” – B … €5 ½ → ✓",
  ],
  ...["👍🏽 👩‍👩‍👧 🇦🇺 ❤️", "a\u00a0b\u200bc\u200dd\ufe0f\n"],
])("every character of %j has a shipped font", (text) => {
  expect(lettersWithoutFont(text)).toEqual([]);
});

test.each([
  ["Angebot: কলম, 10 কলম", "কলম"],
  ["தமிழ்", "தமிழ்"],
  ["ខ្មែរ", "ខ្មែរ"],
  ["ქართული", "ქართული"],
  ["Հայերեն", "Հայերն"],
  ["አማርኛ", "አማርኛ"],
])("CARE-6 %s has characters that no shipped font has: %s", (text, letters) => {
  expect(lettersWithoutFont(text).join("")).toBe(letters);
});
