import type { Noun } from "../noun.ts";
import { add, COMPANY, EVERY_ROW, see, setting } from "../rls/row-rules.ts";
import { removeFiles } from "./remove-files.job.ts";
import { sweepFiles } from "./sweep-files.job.ts";

export const noun: Noun = {
  jobs: [sweepFiles, removeFiles],
  rows: {
    files: [see(["visitor"], `file_id = ${setting("key")}`), add(["worker"], EVERY_ROW), ...COMPANY],
  },
};
