import type { Noun } from "../noun.ts";
import { sweepFiles } from "./sweep-files.job.ts";

export const noun: Noun = { jobs: [sweepFiles] };
