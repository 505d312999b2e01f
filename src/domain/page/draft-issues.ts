import { refuseLength, textsInside } from "../storable-text.ts";
import { findBlock, KNOWN_BLOCK_TYPES } from "./find-block.ts";
import { migratePage } from "./migrate-page.ts";
import type { PuckState } from "./page.ts";
import { misplaced, NO_RATE } from "./page-issues.ts";
import { refuseStoring } from "./page-version.ts";
import { allItems } from "./walk-page.ts";
import { wrongAmounts } from "./wrong-amounts.ts";

type DraftIssue = { path: (string | number)[]; message: string };

/**
 * Why a page must not replace the stored one: parts that reading would leave out, new blocks of unknown types, blocks
 * that were moved where they may not stand, and texts that are too long. What the stored page had may stay. Values that
 * a field cannot read are kept: readers see the field's default, and the author goes on typing.
 */
export function draftIssues(page: PuckState, stored: PuckState): DraftIssue[] {
  const refusal = refuseStoring(page);
  if (refusal !== null) return [{ path: ["version"], message: refusal }];
  const migrated = migratePage(page);
  const known = new Set([...KNOWN_BLOCK_TYPES, ...allItems(stored).map(({ type }) => type)]);
  const strangers = allItems(migrated.page).filter(({ type }) => !known.has(type));
  const wereMisplaced = new Set(misplaced(stored));
  const messages = [
    ...migrated.problems,
    ...strangers.map(({ type, props }) => `This portal has no block of the type "${type}" ("${props.id}")`),
    ...misplaced(migrated.page).filter((message) => !wereMisplaced.has(message)),
  ];
  return [...messages.map((message) => ({ path: [], message })), ...unstorable(page), ...longTexts(page)];
}

/** What storing would change: numbers that JSON cannot write, and a rate of GST that is none. */
function unstorable(page: PuckState): DraftIssue[] {
  return allItems(page).flatMap(({ type, props }) => {
    const { fields = {} } = findBlock(type) ?? {};
    const numbers = wrongAmounts(fields, props)
      .filter(({ value }) => typeof value === "number" && !Number.isFinite(value))
      .map(({ path, rule }) => ({ path: [props.id, ...path], message: rule }));
    const { gstPercent: field } = fields;
    const { gstPercent: rate } = props;
    const isNoRate = field?.kind === "resolved" && rate !== undefined && field.read(rate) !== rate;
    const path = [props.id, "gstPercent"];
    return isNoRate ? [...numbers, { path, message: NO_RATE }] : numbers;
  });
}

function longTexts(page: PuckState): DraftIssue[] {
  return [...textsInside(page)].flatMap(({ text, path }) => {
    const message = refuseLength(text);
    return message === null ? [] : [{ path: path(), message }];
  });
}
