import type { Noun } from "../noun.ts";
import { indexStoredPages } from "./index-stored-pages.job.ts";

export const noun: Noun = { jobs: [indexStoredPages] };
