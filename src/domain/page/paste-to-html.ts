import { escapeText } from "../escape-html.ts";
import { boldHtml, type CleanBlock, picturesIn, toHtml } from "./paste/clean-block.ts";
import { runsToText } from "./paste/look.ts";
import { type PastedText, readPaste } from "./paste/read-paste.ts";
import { countCame, type PastedKind, type PasteReport } from "./paste-report.ts";

/** A longer text would take its editor seconds. */
const MAX_TAGS = 12_000;

/** The clipboard as one formatted text, for a place that holds nothing else. */
export function pasteToHtml(
  pasted: PastedText,
  { hasHeadings }: { hasHeadings: boolean },
): { html: string; report: PasteReport } {
  const { blocks, leftOut } = readPaste(pasted, false);
  const pictures = blocks
    .flatMap(picturesIn)
    .map(({ alt }) => ({ name: alt, why: "this text takes no pictures" }));
  const words = blocks.filter(({ kind }) => kind !== "picture");
  // The place's own heading is above those of the text.
  const isOneDown = words.some((block) => block.kind === "heading" && block.level === 1);
  const html = words.map((block) => {
    if (block.kind !== "heading") return toHtml(block);
    const level = Math.min(Math.max(block.level + (isOneDown ? 1 : 0), 2), 4);
    return hasHeadings
      ? `<h${level}>${escapeText(runsToText(block.runs))}</h${level}>`
      : `<p>${boldHtml(block.runs)}</p>`;
  });
  if (html.join("").split("<", MAX_TAGS + 1).length > MAX_TAGS)
    return { html: "", report: { came: countCame([]), leftOut: { ...leftOut, isTooLong: true } } };
  const kinds = words.map((block): PastedKind => kindOf(block, hasHeadings));
  return {
    html: html.join(""),
    report: { came: countCame(kinds), leftOut: { ...leftOut, pictures } },
  };
}

function kindOf({ kind }: CleanBlock, hasHeadings: boolean): PastedKind {
  return kind === "heading" && !hasHeadings ? "paragraph" : kind;
}
