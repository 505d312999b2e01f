// Without imports: a program that is started to be killed loads this.

export const KILL_POINTS = [
  "before-render",
  "after-render",
  "after-seal",
  "after-file",
  "in-transaction",
  "after-commit",
  "after-mail",
] as const;
/** Where a worker can die: also among the mails that one job queues. */
export type KillPoint = (typeof KILL_POINTS)[number] | "among-mails";

/** Where the process of a request dies: its key claimed, its work done, or its answer not yet sent. */
export const REQUEST_KILL_POINTS = ["key-claimed", "before-commit", "after-commit"] as const;
export type RequestKillPoint = (typeof REQUEST_KILL_POINTS)[number];

/** What a program prints once it serves or works. */
export const READY = "ready";
