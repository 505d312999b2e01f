import type { Noun } from "../noun.ts";
import { clearOldRecords } from "./clear-old-records.job.ts";

export const noun: Noun = { jobs: [clearOldRecords] };
