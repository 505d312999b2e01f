import { textsInside } from "#domain/storable-text.ts";
import { sanitiseHtml } from "../html/sanitise-html.ts";

/** All texts inside a value; HTML also with its character references as readers see them: "&#x995;" is a letter too. */
export function shownTexts(value: unknown): string[] {
  return [...textsInside(value)].map(({ text }) =>
    text.includes("&") ? `${text} ${sanitiseHtml(text)}` : text,
  );
}
