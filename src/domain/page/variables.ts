import { escapeHtml } from "../escape-html.ts";
import { blockShape } from "./find-block.ts";
import type { PuckState } from "./page.ts";
import { changeProps, mapItems } from "./walk-page.ts";

/** The texts of variables by name. A variable without a text, or with an empty one, stays in the page. */
export type TextByVariable = ReadonlyMap<string, string>;

const NAME = "[a-z][a-z0-9]*(?:[.-][a-z0-9]+)*";
const SPACE = String.raw`(?:\s|&nbsp;)*`;
const TOKEN = String.raw`\{\{${SPACE}(${NAME})${SPACE}\}\}`;
export const VARIABLE_IN_TEXT = new RegExp(TOKEN, "g");
const TAG_END = `(?:[^<>"']|"[^"]*"|'[^']*')*>`;
/** Formatting may begin or end inside a variable: "{{client.<b>name</b>}}". */
const FORMAT = `</?(?:a|b|code|del|em|font|i|ins|mark|s|small|span|strong|sub|sup|u)(?=[\\s/>])${TAG_END}`;
const WORD = `(?:(?:${FORMAT})*[a-z0-9])+`;
const FORMATTED_NAME = `[a-z](?:${WORD})?(?:(?:${FORMAT})*[.-]${WORD})*`;
const FORMATTED_SPACE = String.raw`(?:\s|&nbsp;|${FORMAT})*`;
const FORMATTED_TOKEN = String.raw`(\{(?:${FORMAT})*\{${FORMATTED_SPACE})(${FORMATTED_NAME})(${FORMATTED_SPACE}\}(?:${FORMAT})*\})`;
/**
 * Another tag is skipped whole, with variables in its attributes. A "<" that begins no tag belongs to the variable
 * behind it, whose text would make a tag of it.
 */
const IN_HTML = new RegExp(`<${TAG_END}|(</?)?${FORMATTED_TOKEN}`, "g");
const EACH_TAG = new RegExp(`<${TAG_END}`, "g");
const EMPTY_PAIR = new RegExp(`<([a-z]+)(?=[\\s/>])${TAG_END}</\\1\\s*>`, "gi");

/** The page with these texts in place of their variables, in every text and in every piece of HTML, there escaped. */
export function fillVariables(page: PuckState, texts: TextByVariable): PuckState {
  const inPlaceOf = (written: string, name: string | undefined, asWritten: (text: string) => string) => {
    const text = name === undefined ? undefined : texts.get(name);
    return text === undefined || text.trim() === "" ? written : asWritten(text);
  };
  return mapVariables(
    page,
    (written, name) => inPlaceOf(written, name, (text) => text),
    (written, name, _blockId, formatting) =>
      inPlaceOf(written, name, (text) => formatting.before + escapeHtml(text) + formatting.after),
  );
}

export type NamedVariable = { name: string; blockIds: string[] };

/** The variables that a page names, in the order of the page. After filling these are the ones without a text. */
export function variablesOf(page: PuckState): NamedVariable[] {
  const found = new Map<string, string[]>();
  const note = (written: string, name: string | undefined, blockId: string) => {
    if (name === undefined) return written;
    const blockIds = found.get(name) ?? [];
    if (!blockIds.includes(blockId)) blockIds.push(blockId);
    found.set(name, blockIds);
    return written;
  };
  mapVariables(page, note, note);
  return [...found].map(([name, blockIds]) => ({ name, blockIds }));
}

/** What stands in HTML before and after the text of a variable: the tags that were inside it. */
type Formatting = { before: string; after: string };
type Change = (written: string, name: string | undefined, blockId: string, formatting: Formatting) => string;

const UNFORMATTED: Formatting = { before: "", after: "" };

function mapVariables(page: PuckState, inText: Change, inHtml: Change): PuckState {
  return mapItems(page, (item) => {
    const { texts, html } = blockShape(item.type);
    const blockId = item.props.id;
    const mapped = changeProps(item, texts, (text) =>
      text.replaceAll(VARIABLE_IN_TEXT, (written: string, name?: string) =>
        inText(written, name, blockId, UNFORMATTED),
      ),
    );
    return changeProps(mapped, html, (text) =>
      text.replaceAll(IN_HTML, (written: string, bare = "", opening = "", name?: string, end = "") =>
        inHtml(written, name?.replaceAll(EACH_TAG, ""), blockId, {
          before: escapeHtml(bare) + tagsIn(opening),
          after: tagsIn(`${name}${end}`),
        }),
      ),
    );
  });
}

/** The tags in a piece of HTML, without pairs that surround nothing. */
function tagsIn(html: string): string {
  const tags = (html.match(EACH_TAG) ?? []).join("");
  const fewer = tags.replaceAll(EMPTY_PAIR, "");
  return fewer === tags ? tags : tagsIn(fewer);
}
