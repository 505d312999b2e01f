import { expect, test } from "vitest";
import { isCommonPassword, wordsOfPortal } from "./common-passwords.ts";

test.each([
  "password",
  "Sunshine",
  "qwertyuiop",
  "12345678",
  "Password1!",
  "Summer2024!",
  "summer24",
  "WELCOME123",
  "P@ssw0rd",
  "pa$$word99",
  "passw0rd!!",
  "$unshine2023",
  "2024Summer!",
  "!!dragon!!",
  "Dragon1234567",
  "qwerty123456789!",
  "1l0vey0u",
  "12345678!",
  "Ｐａｓｓｗｏｒｄ１！",
])("%s is a common password, or much like one", (password) => {
  expect(isCommonPassword(password)).toBe(true);
});

test.each([
  "correct horse battery staple",
  "counterpart-demo",
  "my dog ate 3 red socks",
  "maple-harbour-42-teapot",
  "Ich mag 7 Katzen!",
  "naïveté et thé vert",
  "我喜欢喝茶和咖啡",
  "приветствую рассвет",
  "Summer rain, 2024!",
  "summer7391846250",
  "dragon-sunshine-qwerty",
  "7391846250",
  "kV7#pq2!xL",
  "9f3a61c07be2",
  "Zq4wTn8x",
])("%s is no common password", (password) => {
  expect(isCommonPassword(password)).toBe(false);
});

test("a password of any length is judged at once", () => {
  const signs = "1!".repeat(64);
  const before = performance.now();
  for (const password of [signs, `${signs}é${signs}`]) expect(isCommonPassword(password)).toBe(false);
  // Trying every way of cutting it would take years, so a busy machine may take its time.
  expect(performance.now() - before).toBeLessThan(30_000);
});

const words = wordsOfPortal({
  productName: "Counterpart",
  companyName: "Ember & Oak Digital",
  companySite: "https://www.emberandoak.example/about",
});

test.each([
  "Counterpart",
  "C0unterp@rt2026!",
  "ember & oak digital",
  "EmberOakDigital1",
  "emberandoak.example",
])("TRUST-5 %s is a name that everybody knows here", (password) => {
  expect(isCommonPassword(password)).toBe(false);
  expect(isCommonPassword(password, words)).toBe(true);
});

test.each(["counterpart-demo", "embers glow at noon", "oak tree by the lake", "the and 27 oak"])(
  "TRUST-5 %s only contains a word of a name",
  (password) => {
    expect(isCommonPassword(password, words)).toBe(false);
  },
);
