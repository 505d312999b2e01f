import { comparableText } from "#domain/lists/comparable-text.ts";
import type { AnyBlockEdit } from "#domain/page/block-edit.ts";
import { BLOCK_EDITS } from "#domain/page/block-edits.ts";

/** The blocks that a typed word means, those that begin with it first. */
export function findBlocks(typed: string): readonly AnyBlockEdit[] {
  const wanted = comparableText(typed.trim());
  if (wanted === "") return BLOCK_EDITS;
  const matching = BLOCK_EDITS.filter(({ label }) => comparableText(label).includes(wanted));
  return matching.toSorted(
    (one, other) =>
      Number(!comparableText(one.label).startsWith(wanted)) -
      Number(!comparableText(other.label).startsWith(wanted)),
  );
}
