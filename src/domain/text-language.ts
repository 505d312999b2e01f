/** The language of the portal's own words, and of every text in Latin letters. */
export const PORTAL_LANGUAGE = "en-AU";

/**
 * A script with its languages. `letters` are those by which a language differs from others; of two with as many in a
 * text the first is chosen. `otherwise` is the tag of a text without any of them.
 */
type Script = { name: string; otherwise: string; letters?: Readonly<Record<string, string>> };

/** BCP 47 allows "und-Cyrl" for a language that is not known: a guess would read one country's names in another's. */
const SCRIPTS: readonly Script[] = [
  {
    name: "Arabic",
    otherwise: "ar",
    letters: {
      ar: "كيىة",
      fa: "پچژگکی",
      ur: "ٹڈڑںےہھۓپچگکی",
      ps: "ټډړښځڅڼېګپچژی",
      ckb: "ێۆڵڕەپچژگکی",
    },
  },
  { name: "Hebrew", otherwise: "he", letters: { yi: "װױײ" } },
  { name: "Syriac", otherwise: "syr" },
  { name: "Thaana", otherwise: "dv" },
  { name: "Greek", otherwise: "el" },
  {
    name: "Cyrillic",
    otherwise: "und-Cyrl",
    letters: { ru: "ыэё", uk: "іїєґ", be: "ўыэёі", mk: "ѓќѕљњџј", sr: "ђћљњџј", kk: "әғқңұүһіыэ" },
  },
  { name: "Devanagari", otherwise: "hi", letters: { mr: "ळ" } },
  { name: "Bengali", otherwise: "bn", letters: { as: "ৰৱ" } },
  { name: "Gurmukhi", otherwise: "pa" },
  { name: "Gujarati", otherwise: "gu" },
  { name: "Oriya", otherwise: "or" },
  { name: "Tamil", otherwise: "ta" },
  { name: "Telugu", otherwise: "te" },
  { name: "Kannada", otherwise: "kn" },
  { name: "Malayalam", otherwise: "ml" },
  { name: "Sinhala", otherwise: "si" },
  { name: "Thai", otherwise: "th" },
  { name: "Lao", otherwise: "lo" },
  { name: "Myanmar", otherwise: "my" },
  { name: "Khmer", otherwise: "km" },
  { name: "Ethiopic", otherwise: "und-Ethi" },
  { name: "Georgian", otherwise: "ka" },
  { name: "Armenian", otherwise: "hy" },
  { name: "Hangul", otherwise: "ko" },
  { name: "Han", otherwise: "zh" },
];

/** Kana tell Japanese; one of them between Chinese characters may be a name. */
const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}]/gu;
const HAN = /\p{Script=Han}/gu;
const LATIN = /\p{Script=Latin}/gu;
/** Of these alone a text is in the portal's language. */
const ONLY_LATIN = /^(?:\p{Script=Latin}|\p{Script=Common}|\p{Script=Inherited})*$/u;
/** A Chinese or Korean character stands for as much as some three Latin letters. */
const LETTERS_A_CHARACTER = 3;

const matchers = new Map(
  SCRIPTS.map((script) => [script, new RegExp(`\\p{Script=${script.name}}`, "gu")] as const),
);

const count = (text: string, of: RegExp) => text.match(of)?.length ?? 0;

/** The language tag of the main script of a text; null for Latin letters, whose languages look alike, and for none. */
export function languageOf(text: string, whole = text): string | null {
  if (ONLY_LATIN.test(text)) return null;
  const script = mainScript(text);
  if (script === null) return null;
  return bySigns(text, script) ?? byWhole(whole, script) ?? script.otherwise;
}

/** What the last document showed. A document asks for each of its texts. */
let last = { whole: "", languages: new Map<Script, string | null>() };

function byWhole(whole: string, script: Script): string | null {
  if (whole !== last.whole) last = { whole, languages: new Map() };
  const { languages } = last;
  const known = languages.get(script);
  if (known !== undefined) return known;
  const language = bySigns(whole, script);
  languages.set(script, language);
  return language;
}

function bySigns(text: string, script: Script): string | null {
  if (script.name === "Han") return count(text, KANA) * 10 > count(text, HAN) ? "ja" : null;
  return byLetters(text, script);
}

function mainScript(text: string): Script | null {
  let main: Script | null = null;
  let most = count(text, LATIN);
  for (const [script, letters] of matchers) {
    const isOfCharacters = script.name === "Han" || script.name === "Hangul";
    const found =
      (count(text, letters) + (script.name === "Han" ? count(text, KANA) : 0)) *
      (isOfCharacters ? LETTERS_A_CHARACTER : 1);
    if (found <= most) continue;
    main = script;
    most = found;
  }
  return main;
}

function byLetters(text: string, { letters = {} }: Script): string | null {
  let best: string | null = null;
  let most = 0;
  const lowered = text.toLowerCase();
  for (const [language, own] of Object.entries(letters)) {
    const found = count(lowered, new RegExp(`[${own}]`, "gu"));
    if (found <= most) continue;
    best = language;
    most = found;
  }
  return best;
}
