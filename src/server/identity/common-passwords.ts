import { createRequire } from "node:module";
import { AppError } from "../app-error.ts";
import type { Deps } from "../deps.ts";

const require = createRequire(import.meta.url);
let cached: ReadonlySet<string> | null = null;

/** Read when someone first chooses a password: tens of thousands of words that most portals that run never need. */
function commonPasswords(): ReadonlySet<string> {
  if (cached) return cached;
  const { dictionary } = require("@zxcvbn-ts/language-common") as typeof import("@zxcvbn-ts/language-common");
  cached = new Set(dictionary["passwords-common"]);
  return cached;
}

/** Room for a year and two signs. */
const MAX_ADDED = 6;

/** Signs and digits that stand for letters. */
const LETTERS: Record<string, string> = {
  "@": "a",
  4: "a",
  3: "e",
  "!": "i",
  0: "o",
  $: "s",
  5: "s",
  7: "t",
};

/** A shorter word of a name, such as "the", does not identify the company. */
const MIN_WORD_LENGTH = 4;

const NONE: ReadonlySet<string> = new Set();

const TOO_COMMON = "Many people use this password or one much like it, so it is easy to guess";
const TOO_NEAR =
  "This password is the portal's or the company's name or much like it, so it is easy to guess";

/** The names that everybody knows who tries to sign in here. */
type Names = { productName: string; companyName: string; companySite: string };

/** Words that no password may be: the names of portal and company, the website's host, and the longer words in them. */
export function wordsOfPortal({ productName, companyName, companySite }: Names): ReadonlySet<string> {
  const names = [productName, companyName, new URL(companySite).hostname.replace(/^www\./, "")];
  const words = names.flatMap((name) => [name, ...name.split(/[^\p{L}\p{N}]+/u)]);
  return new Set(words.map(lettersOf).filter((word) => word.length >= MIN_WORD_LENGTH));
}

function lettersOf(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, "");
}

/** Whether a password is common or one of `words`: in any case, spelled with signs, or with six signs around it. */
export function isCommonPassword(password: string, words = NONE): boolean {
  const common = commonPasswords();
  const text = password.normalize("NFKC").toLowerCase();
  // Without letters only signs are cut off: part of any long number is a common one.
  const added = /\p{L}/u.test(text) ? "[^\\p{L}]" : "[^\\p{L}\\p{N}]";
  const [before = ""] = new RegExp(`^${added}*`, "u").exec(text) ?? [];
  const [after = ""] = new RegExp(`${added}*$`, "u").exec(text) ?? [];
  for (let from = 0; from <= before.length; from += 1) {
    for (let cut = 0; cut <= after.length && from + cut < text.length; cut += 1) {
      const to = text.length - cut;
      if (weightOf(text.slice(0, from)) + weightOf(text.slice(to)) > MAX_ADDED) continue;
      if (spellings(text.slice(from, to)).some((word) => common.has(word) || words.has(lettersOf(word))))
        return true;
    }
  }
  return false;
}

/** The length of an addition, where digits that are a common password themselves count as one. */
function weightOf(added: string): number {
  return added.replaceAll(/\d+/g, (digits) => (commonPasswords().has(digits) ? "1" : digits)).length;
}

/** The word as it is, and with letters in place of signs and digits. A 1 stands for an i or an l. */
function spellings(word: string): string[] {
  const plain = word.replaceAll(/[@4!30$57]/g, (sign) => LETTERS[sign] ?? sign);
  return [word, plain.replaceAll("1", "i"), plain.replaceAll("1", "l")];
}

/** Why a sign-in must not be created with this password. */
export function passwordProblems(password: string | null | undefined): { path: string; message: string }[] {
  return password && isCommonPassword(password) ? [{ path: "password", message: TOO_COMMON }] : [];
}

/** Throws AppError "invalid" for a common password, and for the names of this portal and its company. */
export function refuseCommonPassword({ settings }: Pick<Deps, "settings">, password: string): void {
  if (!isCommonPassword(password, wordsOfPortal(settings.now()))) return;
  const message = isCommonPassword(password) ? TOO_COMMON : TOO_NEAR;
  throw new AppError("invalid", `${message}. Please choose another one.`, {
    reason: "common-password",
    issues: [{ path: "/password", message }],
  });
}
