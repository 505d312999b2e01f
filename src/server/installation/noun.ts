import type { Noun } from "../noun.ts";
import { tendTables } from "./tend-tables.job.ts";

export const noun: Noun = { jobs: [tendTables] };
