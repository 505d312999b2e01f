import type { Noun } from "../noun.ts";
import { COMPANY } from "../rls/row-rules.ts";

export const noun: Noun = {
  rows: {
    number_series: [...COMPANY],
  },
};
