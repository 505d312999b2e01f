import type { Refusal } from "#domain/page/edit-many.ts";
import type { Way } from "#domain/page/edit-page.ts";

export const NOT_MOVED: Record<Way, string> = {
  up: "It is the first one here",
  down: "It is the last one here",
  in: "The block before it can't hold it",
  out: "It isn't inside another block",
};

export const NOT_MOVED_TOGETHER: Record<Way, string> = {
  up: "They are the first ones here",
  down: "They are the last ones here",
  in: "The block before them can't hold them all",
  out: "Nothing around them can hold them all",
};

export const LOCKED = "Locked by the template, so it stays as it is";

export const APART = "They are in different places";

export const NOT_ALLOWED = "Not allowed here";
export const NOT_DROPPED = "Nothing has changed";
export const DELETED = "It was deleted, so nothing was moved";

export const NOT_REGROUPED: Record<Refusal, string> = {
  apart: APART,
  forbidden: "They aren't allowed there",
  "nothing-inside": "There is nothing inside it",
};

/** "3 blocks". */
export function blocks({ length }: readonly unknown[]): string {
  return length === 1 ? "1 block" : `${length} blocks`;
}
