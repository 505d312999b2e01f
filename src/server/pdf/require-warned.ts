import { type UnprintablePart, unprintableWarning } from "#domain/paper/unprintable.ts";
import { AppError } from "../app-error.ts";
import { lettersWithoutFont, shownTexts } from "./script-fonts.ts";

/** What a PDF will show, by the words that name it to the person. */
export type PrintedParts = Record<string, unknown>;

/**
 * Throws AppError "conflict" with the warning if a person would decide on what the PDF cannot show, and their screen
 * has not shown this warning yet. A program without a screen has no one to warn.
 */
export async function requireWarned(
  printed: PrintedParts,
  shown: { warning?: string | undefined } | undefined,
  refused: string,
): Promise<void> {
  if (!shown) return;
  const parts: UnprintablePart[] = [];
  for (const [what, value] of Object.entries(printed))
    parts.push({ what, letters: await lettersWithoutFont(shownTexts(value).join(" ")) });
  const warning = unprintableWarning(parts);
  if (warning === null || warning === shown.warning) return;
  throw new AppError("conflict", `${refused} ${warning}`, { reason: "letters-without-font", warning });
}
