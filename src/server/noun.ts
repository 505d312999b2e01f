import type { Job } from "./deps.ts";

/** What a folder of the server declares in its `noun.ts`; `start` finds it there, and no list names it. */
export type Noun = {
  /** Its work after a commit. */
  jobs?: readonly Job[];
};
