import type { Actions } from "#domain/activity/describe-action.ts";
import type { Noun } from "../noun.ts";
import { clearOldRecords } from "./clear-old-records.job.ts";

const ACTIONS: Actions = {
  portal: {
    "records.clear": "cleared old records",
  },
};

export const noun: Noun = { actions: ACTIONS, jobs: [clearOldRecords] };
