import { lettersWithoutFont } from "../pdf/script-fonts.ts";
import { shownTexts } from "../pdf/shown-texts.ts";
import { LIST_NAMES, type ParsedWorld } from "./parse-world.ts";

/** A record with letters that PDFs may lack. */
export type UnprintableRecord = { place: string; name: string | null; letters: string[] };

/** The records of a file with letters for which the portal ships no font, so that the company knows before it sends. */
export async function findUnprintable(lists: ParsedWorld["lists"]): Promise<UnprintableRecord[]> {
  const found: UnprintableRecord[] = [];
  for (const list of LIST_NAMES) {
    for (const { place, value } of lists[list]) {
      const letters = await lettersWithoutFont(shownTexts(value).join(" "));
      const name = "name" in value && typeof value.name === "string" ? value.name : null;
      if (letters.length > 0) found.push({ place, name, letters });
    }
  }
  return found;
}
