import type { Noun } from "../noun.ts";
import { tellUntold } from "./tell-untold.job.ts";

export const noun: Noun = { jobs: [tellUntold] };
