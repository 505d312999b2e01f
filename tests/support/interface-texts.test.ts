import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { listInterfaceTexts, textsOf, writeInterfaceTexts } from "./interface-texts.ts";

test("FIRST-12 docs/texts.md lists every text of the interface with its file; run: npm run texts", async () => {
  await expect(writeInterfaceTexts()).toMatchFileSnapshot("../../docs/texts.md");
});

const SCREEN = `
  import { Card } from "#web/ui/card.tsx";
  const LINE_CLASS = "flex grow";
  const HINTS = { PAID: "Nothing is due", UNPAID: "Unpaid" };
  export function Sums({ name, isOpen }: { name: string; isOpen: boolean }) {
    if (!name) throw new Error("The sums have no name.");
    log.warn("Only operators read this");
    return (
      <Card className="grid gap-4 text-sm" aria-label="Sums of the page">
        You owe <b>{name}</b>, due on <Due />.
        <p title={\`Opened by \${name}\`}>{isOpen ? "still open" : HINTS.PAID}</p>
        <a href="/invoices">See all</a>
      </Card>
    );
  }`;

test("FIRST-12 the list has what people read, whole sentences with their values, and neither classes nor errors of programs", () => {
  expect(textsOf(SCREEN, "src/web/sums.tsx")).toEqual([
    "Nothing is due",
    "Unpaid",
    "You owe …, due on …. See all",
    "Sums of the page",
    "Opened by …",
    "still open",
    "See all",
  ]);
});

test("FIRST-12 of the server it has sentences alone", () => {
  const code = `export const GONE = conflict("gone", "This draft was deleted. Nothing was saved."); const KIND = "Work order";`;
  expect(textsOf(code, "src/server/gone.ts")).toEqual(["This draft was deleted. Nothing was saved."]);
});

/** What no text says, with the word in its place: one name for a thing, and Australian spelling. */
const OTHER_WORDS: [wrong: RegExp, right: string][] = [
  [/\bcannot\b/i, "can't"],
  [/\b(?:do|does|did|is|are|was|were|has|have|could|would) not\b/i, "a contraction"],
  [/second factor|\b(?:2FA|MFA)\b/i, "two-step sign-in"],
  [/\blog(?:ged|s|ging)?[ -]?(?:in|out)\b/i, "sign in, sign out"],
  [/\bmail(?:s|ed)?\b(?! server)/i, "email"],
  [/\b(?:every|no|some)body\b|\bwhoever\b/i, "everyone, no one, someone"],
  [/\bany ?more\b/i, "no longer"],
  [/\bneed not\b/i, "don't need to"],
  [/\bswitch(?:es|ed)? (?:it )?(?:on|off)\b/i, "turn on, turn off"],
  [
    /\b(?:take|takes|took|taken) (?:it )?back\b|\b(?:take|takes|took|taken) away\b/i,
    "recall, withdraw, remove",
  ],
  [/\bpercent\b/i, "per cent"],
  [
    /\b(?:authoriz|recogniz|customiz|favorit|behavior|color|center|canceled|labeled|gray\b|organis)/i,
    "Australian",
  ],
];

/** Evidence, legal texts, calls and commands are precise rather than spoken, and what others name keeps its name. */
const NOT_SPOKEN =
  /^(?:blocks\/pages\/|domain\/(?:consent|evidence|starters)\/|domain\/organizations\/organization-columns)/;
const PRECISE = /^(?:blocks|contract|server|web\/verify)\//;
const QUOTED_IN_SPECIFICATION = [
  "Logout",
  "Your current organization is not active, most features will be disabled while we confirm your details. …",
];

test("FIRST-12 every text has one register, one spelling and one name for each thing", () => {
  const found = listInterfaceTexts()
    .filter(({ path }) => !NOT_SPOKEN.test(path))
    .flatMap(({ path, texts }) =>
      texts
        .filter((text) => !QUOTED_IN_SPECIFICATION.includes(text))
        .flatMap((text) =>
          OTHER_WORDS.filter(
            ([wrong, right]) => wrong.test(text) && !(isPrecise(right) && PRECISE.test(path)),
          ).map(([, right]) => `${path}: “${text}” (${right})`),
        ),
    );
  expect(found).toEqual([]);
});

/** Contractions are for people: pages of documents, calls and operators may have their precise forms. */
const isPrecise = (right: string) => right === "can't" || right === "a contraction";

test("FIRST-12 seconds are shown only in evidence and in the title of a time", () => {
  const users = globSync("src/**/*.{ts,tsx}")
    .filter((path) => !path.includes(".test."))
    .filter((path) =>
      /formatExactTime|formatForEverybody|timeStyle: "(?:medium|long|full)"|\bsecond: "/.test(
        readFileSync(path, "utf8"),
      ),
    );
  expect(users.sort()).toEqual([
    "src/blocks/pages/certificate-parts.tsx",
    "src/blocks/pages/print-acceptance.tsx",
    "src/blocks/pages/print-page.tsx",
    "src/blocks/pages/public-page.tsx",
    "src/domain/evidence/formatted-verdict.ts",
    "src/domain/format.ts",
    "src/server/public-view/render-view.ts",
    "src/web/lib/company-time.ts",
  ]);
});
