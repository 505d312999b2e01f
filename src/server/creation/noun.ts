import type { Noun } from "../noun.ts";
import { COMPANY } from "../wall/row-rules.ts";

export const noun: Noun = {
  rows: {
    number_series: [...COMPANY],
  },
};
