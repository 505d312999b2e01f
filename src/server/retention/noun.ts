import type { Noun } from "../noun.ts";
import { clearOldRecords } from "./clear-old-records.job.ts";
import { maintainTables } from "./maintain-tables.job.ts";

export const noun: Noun = {
  actions: { portal: { "records.clear": "cleared old records" } },
  jobs: [clearOldRecords, maintainTables],
};
