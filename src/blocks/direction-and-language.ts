import { type Direction, directionOf } from "#domain/text-direction.ts";
import { languageOf, PORTAL_LANGUAGE } from "#domain/text-language.ts";
import { withIsolatedFigures } from "./isolate-figures.tsx";
import type { TextAttributes, TextSurroundings } from "./text-attributes.ts";

const BLOCK = /^<(\/?)(p|h[1-6]|ul|ol|li|blockquote|table|caption|td|th|pre|div)(?=[\s/>])/i;
/** An item keeps its mark at the edge of its list, a cell its column. */
const KEEPS_EDGE = /^(?:li|td|th)$/;
const ENTITY = /&(?:#\d+|[a-z]+);/gi;

/** An element with text of its own or around other such elements. */
type Holder = { tag: string; opensAt: number; around: Holder | null; all: string[]; own: string[] };
type MarkedTexts = { html: string; attributes: TextAttributes };
type Marked = { direction: Direction; lang: string; attributes: TextAttributes };

/** The same HTML with direction and language where these differ from the element around, and the root's attributes. */
export function addDirectionAndLanguage(
  html: string,
  surroundings: TextSurroundings = { direction: "ltr", whole: "" },
): MarkedTexts {
  const tokens = html.split(/(<[^<>]*>)/);
  const { root, holders, holderOf } = readHolders(tokens);
  const whole = surroundings.whole || root.all.join("");
  const marks = new Map<Holder, Marked>();
  for (const holder of holders) {
    const around = holder.around && marks.get(holder.around);
    const mark = markOf(holder, around ?? { ...surroundings, lang: PORTAL_LANGUAGE }, whole);
    marks.set(holder, mark);
    const opening = tokens[holder.opensAt];
    if (opening !== undefined) tokens[holder.opensAt] = withAttributes(opening, mark.attributes);
  }
  for (const [at, holder] of holderOf) {
    if (marks.get(holder)?.direction === "rtl") tokens[at] = withIsolatedFigures(tokens[at] ?? "");
  }
  return { html: tokens.join(""), attributes: marks.get(root)?.attributes ?? {} };
}

/** The elements that hold text, outer ones first, and the holder of each text. */
function readHolders(tokens: readonly string[]) {
  const root: Holder = { tag: "", opensAt: -1, around: null, all: [], own: [] };
  const holders = [root];
  const holderOf = new Map<number, Holder>();
  let inside = root;
  for (const [at, token] of tokens.entries()) {
    if (at % 2 === 0) {
      holderOf.set(at, inside);
      addText(inside, token.replace(ENTITY, " "));
      continue;
    }
    const [, slash, tag] = BLOCK.exec(token) ?? [];
    if (tag === undefined) {
      if (/^<br/i.test(token)) addText(inside, "\n");
    } else if (slash === "") {
      inside = { tag: tag.toLowerCase(), opensAt: at, around: inside, all: [], own: [] };
      holders.push(inside);
    } else {
      inside = endOf(inside, tag.toLowerCase());
    }
  }
  return { root, holders, holderOf };
}

function addText(holder: Holder, text: string): void {
  holder.own.push(text);
  for (let one: Holder | null = holder; one; one = one.around) one.all.push(text);
}

/** The holder around the innermost one with this tag. A tag that closes nothing changes nothing. */
function endOf(inside: Holder, tag: string): Holder {
  for (let one: Holder | null = inside; one; one = one.around) {
    if (one.tag === tag && one.around) return one.around;
  }
  return inside;
}

function markOf(
  { tag, all, own }: Holder,
  around: { direction: Direction; lang: string },
  whole: string,
): Marked {
  const direction = directionOf(all.join(" ")) ?? around.direction;
  const ownText = own.join(" ");
  const lang = /\p{L}/u.test(ownText) ? (languageOf(ownText, whole) ?? PORTAL_LANGUAGE) : around.lang;
  return {
    // The style sheet applies the direction of such an element to its letters only.
    direction: KEEPS_EDGE.test(tag) ? around.direction : direction,
    lang,
    attributes: {
      ...(direction !== around.direction && { dir: direction }),
      ...(lang !== around.lang && { lang }),
    },
  };
}

function withAttributes(opening: string, attributes: TextAttributes): string {
  const written = Object.entries(attributes).map(([name, value]) => ` ${name}="${value}"`);
  return opening.replace(BLOCK, (start) => start + written.join(""));
}
