import { expect, test } from "vitest";
import { directionOf } from "#domain/text-direction.ts";
import { languageOf, PORTAL_LANGUAGE } from "#domain/text-language.ts";
import { readText, showPage } from "#tests/support/show-block.tsx";
import { casesFor, drawFrom, SEED } from "#tests/support/suite-cases.ts";

const WORDS = [
  "Hello",
  "plan",
  "Figma",
  "naïve",
  "שלום",
  "עולם",
  "مرحبا",
  "شركة",
  "کافه",
  "ہے",
  "план",
  "їжа",
  "提案",
  "です",
  "제안",
  "ราคา",
  "विला",
  "$40.00",
  "12",
  "+61 2 9000 1234",
  "1042-P",
  "“",
  "—",
  "🙂",
];

function drawText(draw: (below: number) => number): string {
  return Array.from({ length: 1 + draw(8) }, () => WORDS[draw(WORDS.length)]).join(" ");
}

/** The direction and language of each paragraph, from its own attributes or those around it. */
function paragraphsOf(html: string): { text: string; direction: string; lang: string }[] {
  const around = [{ direction: "ltr", lang: PORTAL_LANGUAGE }];
  const found: { text: string; direction: string; lang: string }[] = [];
  for (const [, slash, tag = "", attributes = "", text = ""] of html.matchAll(
    /<(\/?)(\w+)([^>]*)>([^<]*)/g,
  )) {
    if (/^(?:br|img|input)$/.test(tag)) continue;
    if (slash) around.pop();
    else {
      const { direction, lang } = around.at(-1) ?? { direction: "", lang: "" };
      around.push({
        direction: / dir="(\w+)"/.exec(attributes)?.[1] ?? direction,
        lang: / lang="([\w-]+)"/.exec(attributes)?.[1] ?? lang,
      });
      if (tag === "p") found.push({ text: "", ...(around.at(-1) ?? { direction, lang }) });
    }
    const open = found.at(-1);
    if (open) open.text += text;
  }
  return found.map((one) => ({ ...one, text: one.text.trim() }));
}

test("FIELD-8 of documents drawn from mixed scripts no word moves, and each paragraph has its direction and language", () => {
  const draw = drawFrom(SEED);
  for (let run = 0; run < casesFor(150, 3000); run += 1) {
    const texts = Array.from({ length: 1 + draw(6) }, () => drawText(draw));
    const content = [
      { type: "Paragraph", props: { id: "p", text: texts.map((text) => `<p>${text}</p>`).join("") } },
    ];
    const html = showPage(content, { mode: "print" });
    expect(readText(html).join(" ").replaceAll(/\s+/g, " ")).toBe(texts.join(" "));
    const paragraphs = paragraphsOf(html);
    const whole = texts.join("\n");
    for (const [at, text] of texts.entries()) {
      const own = paragraphs[at];
      const of = `${text} in ${whole}`;
      if (directionOf(text) !== null) expect(own?.direction, of).toBe(directionOf(text));
      if (/\p{L}/u.test(text)) expect(own?.lang, of).toBe(languageOf(text, whole) ?? PORTAL_LANGUAGE);
    }
  }
});
