import type { Noun } from "../noun.ts";
import { COMPANY } from "../rls/row-rules.ts";

export const noun: Noun = {
  rows: {
    // Only the company reads what was never sent.
    page_revisions: [...COMPANY],
    page_presences: [...COMPANY],
  },
};
