import { textsInside } from "#domain/storable-text.ts";
import { sanitiseHtml } from "../html/sanitise-html.ts";

/** A character reference that may be a letter beyond ASCII. */
const REFERENCE = /&(?!(?:amp|lt|gt|quot|apos|nbsp|#39);)#?\w+;?/i;

/** All texts inside a value; HTML also with its character references as readers see them: "&#x995;" is a letter too. */
export function shownTexts(value: unknown): string[] {
  return [...textsInside(value)].map(({ text }) =>
    REFERENCE.test(text) ? `${text} ${sanitiseHtml(text)}` : text,
  );
}
