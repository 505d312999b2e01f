import { z } from "zod";
import { Id } from "#domain/id.ts";

/** The path of the live stream (server-sent events, with a bearer token like every call). */
export const LIVE_PATH = "/api/live";

/** The kinds without an audit row. Every other kind is of a record, and named in the `staleAfter` of a call. */
export const UNRECORDED_KINDS: readonly string[] = [
  // The page of a draft, and nothing else that a list shows of it.
  "draft",
  // Someone has come to a page, moved on it or left it. Only those who have it open in the editor hear it.
  "presence",
  "notification",
  // The organization that the person acts for from now on.
  "switch",
  // One of the person's sessions has ended (src/server/rls/session-trigger.ts).
  "session",
];

/** The name of the last event of a stream whose session has ended, or whose token has to be renewed. */
export const SIGNED_OUT_EVENT = "signed-out";

/** The kinds of events after which an answer is stale: some, or all that leave an audit row. */
export type StaleAfter = readonly string[] | "every-record";

/** Which record changed, without content. Listeners fetch the record with their own rights. */
export const LiveEvent = z.strictObject({
  kind: z.string().min(1),
  id: Id,
  /** Of a draft: the revision that was saved. Editors that have it already fetch nothing. */
  revision: z.int().optional(),
});
export type LiveEvent = z.infer<typeof LiveEvent>;

export function isStaleAfter(staleAfter: StaleAfter, kind: string): boolean {
  return staleAfter === "every-record" ? !UNRECORDED_KINDS.includes(kind) : staleAfter.includes(kind);
}
