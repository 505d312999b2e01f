import { escapeHtml } from "../escape-html.ts";
import { changeProps } from "./change-props.ts";
import { blockShape } from "./find-block.ts";
import type { PuckState } from "./page.ts";
import { mapItems } from "./walk-page.ts";

/** The texts of variables by name. A variable without a text, or with an empty one, stays in the page. */
export type TextByVariable = ReadonlyMap<string, string>;

const NAME = "[a-z][a-z0-9]*(?:[.-][a-z0-9]+)*";
const SPACE = String.raw`(?:\s|&nbsp;)*`;
const TOKEN = String.raw`\{\{${SPACE}(${NAME})${SPACE}\}\}`;
export const VARIABLE_IN_TEXT = new RegExp(TOKEN, "g");
/** A tag is passed over whole, so that a variable in an attribute stays as it is. */
const IN_HTML = new RegExp(`<(?:[^<>"']|"[^"]*"|'[^']*')*>|${TOKEN}`, "g");

/** The page with these texts in place of their variables, in every text and in every piece of HTML, there escaped. */
export function fillVariables(page: PuckState, texts: TextByVariable): PuckState {
  const inPlaceOf = (written: string, name: string | undefined, asWritten: (text: string) => string) => {
    const text = name === undefined ? undefined : texts.get(name);
    return text === undefined || text.trim() === "" ? written : asWritten(text);
  };
  return mapVariables(
    page,
    (written, name) => inPlaceOf(written, name, (text) => text),
    (written, name) => inPlaceOf(written, name, escapeHtml),
  );
}

/** A variable that a page names, and the blocks that do. */
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

type Change = (written: string, name: string | undefined, blockId: string) => string;

function mapVariables(page: PuckState, inText: Change, inHtml: Change): PuckState {
  return mapItems(page, (item) => {
    const { texts, html } = blockShape(item.type);
    const blockId = item.props.id;
    const mapped = changeProps(item, texts, (text) =>
      text.replaceAll(VARIABLE_IN_TEXT, (written: string, name?: string) => inText(written, name, blockId)),
    );
    return changeProps(mapped, html, (text) =>
      text.replaceAll(IN_HTML, (written: string, name?: string) => inHtml(written, name, blockId)),
    );
  });
}
