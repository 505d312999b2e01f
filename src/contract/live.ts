import { z } from "zod";
import { Id } from "#domain/id.ts";

/** Where the stream of live events is served (server-sent events, bearer token as on every call). */
export const LIVE_PATH = "/api/live";

/** What changed, never the content: whoever hears it asks for that with their own rights. */
export const LiveEvent = z.strictObject({
  kind: z.enum(["document", "notification", "work-order", "permission"]),
  id: Id,
});
export type LiveEvent = z.infer<typeof LiveEvent>;
