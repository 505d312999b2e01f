import { expect, test } from "vitest";
import { languageOf } from "./text-language.ts";

test.each([
  ["Hello, café № 5 → ★", null],
  ["12.50", null],
  ["Tiếng Việt", null],
  ["شركة المرفأ للقهوة", "ar"],
  ["پیشنهاد برای کافه", "fa"],
  ["یہ ہماری تجویز ہے", "ur"],
  ["هوګانې ښه", "ps"],
  ["ئەم پێشنیارە", "ckb"],
  ["شركة پيبسي الكبيرة", "ar"],
  ["הצעה לבית הקפה", "he"],
  ["מײַן פֿירמע און װעגן", "yi"],
  ["Προσφορά", "el"],
  ["Это наше предложение, мы рады", "ru"],
  ["Наша пропозиція їм", "uk"],
  ["Наша прапанова ўсім", "be"],
  ["Наш предлог", "und-Cyrl"],
  ["हमारा प्रस्ताव", "hi"],
  ["आमचा प्रस्ताव फळ", "mr"],
  ["আমাদের প্রস্তাব", "bn"],
  ["எங்கள் முன்மொழிவு", "ta"],
  ["ข้อเสนอของเรา", "th"],
  ["우리의 제안", "ko"],
  ["我们的建议", "zh"],
  ["これは提案です", "ja"],
  ["我們的 Kubernetes 建議書", "zh"],
  ["Our word for it is 提案", null],
] as const)("FIELD-8 %s is in %s", (text, language) => {
  expect(languageOf(text)).toBe(language);
});

test.each([
  ["سلام", "این پیشنهاد ماست که می‌خوانید", "fa"],
  ["سلام", "", "ar"],
  ["提案", "これは提案です。ご覧ください。", "ja"],
  ["Наш план", "Мы рады. Это план.", "ru"],
])("FIELD-8 a short text, %s, is in the language that its document shows", (text, whole, language) => {
  expect(languageOf(text, whole)).toBe(language);
});
