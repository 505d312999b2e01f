import { textsInside } from "#domain/storable-text.ts";
import { sanitiseHtml } from "../html/sanitise-html.ts";
import { lettersWithoutFont } from "../pdf/script-fonts.ts";
import { LIST_NAMES, type ParsedWorld } from "./parse-world.ts";

/** A record with letters that PDFs may lack. */
export type UnprintableRecord = { place: string; name: string | null; letters: string[] };

/** The records of a file with letters for which the portal ships no font, so that the company knows before it sends. */
export function findUnprintable(lists: ParsedWorld["lists"]): UnprintableRecord[] {
  return LIST_NAMES.flatMap((list) =>
    lists[list].flatMap(({ place, value }) => {
      const found = [...textsInside(value)].flatMap(({ text }) => lettersWithoutFont(shownIn(text)));
      const name = "name" in value && typeof value.name === "string" ? value.name : null;
      return found.length > 0 ? [{ place, name, letters: [...new Set(found)] }] : [];
    }),
  );
}

/** A text with its HTML's character references as readers see them: "&#x995;" is a letter too. */
function shownIn(text: string): string {
  return text.includes("&") ? `${text} ${sanitiseHtml(text)}` : text;
}
