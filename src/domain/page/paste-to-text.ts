import type { CleanBlock } from "./paste/clean-block.ts";
import { type Run, runsToText } from "./paste/look.ts";
import { type PastedText, readPaste } from "./paste/read-paste.ts";
import { countCame, describeLeftOut, type PasteReport } from "./paste-report.ts";

/** The clipboard's plain text, or its HTML's words if some are deleted, hidden or comments. */
export function pasteToText(pasted: PastedText): { text: string; report: PasteReport } {
  const { blocks, leftOut } = readPaste(pasted, false);
  const withoutDeletions = (runs: readonly Run[]): string => {
    const shown = runs.filter(({ look }) => !look.marks.has("s"));
    if (shown.length < runs.length) leftOut.deletions += 1;
    return runsToText(shown).replaceAll(/ {2,}/g, " ").trim();
  };
  const lines = blocks.flatMap((block) => linesOf(block, withoutDeletions));
  const words = lines.filter((line) => line !== "").join("\n");
  const report = { came: countCame(words === "" ? [] : ["paragraph"]), leftOut };
  const isWhole = describeLeftOut(report) === "" && pasted.text !== "";
  return { text: isWhole ? pasted.text.replaceAll(/\r\n?/g, "\n") : words, report };
}

function linesOf(block: CleanBlock, wordsOf: (runs: readonly Run[]) => string): string[] {
  const inside = (blocks: readonly CleanBlock[]) => blocks.flatMap((one) => linesOf(one, wordsOf));
  switch (block.kind) {
    case "heading":
    case "paragraph":
      return [wordsOf(block.runs)];
    case "list":
      return block.items.flatMap(inside);
    case "table":
      return [...block.head, ...block.body].map((row) =>
        row.map(({ blocks }) => inside(blocks).join(" ")).join("\t"),
      );
    case "quote":
      return inside(block.blocks);
    case "code":
      return [block.text];
    case "line":
    case "picture":
      return [];
  }
}
