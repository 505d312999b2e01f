import { z } from "zod";
import { Id } from "#domain/id.ts";

/** The path of the live stream (server-sent events, with a bearer token like every call). */
export const LIVE_PATH = "/api/live";

/**
 * Which record changed, without content. Listeners fetch the record with their own rights. "switch" names the
 * organization that the person acts for from now on.
 */
export const LiveEvent = z.strictObject({
  kind: z.enum([
    "document",
    // The page of a draft, and nothing else that a list shows of it.
    "draft",
    // Somebody has come to a page, moved on it or left it. Only those who have it open in the editor hear it.
    "presence",
    "notification",
    "work-order",
    "invoice",
    "permission",
    "organization",
    "announcement",
    "agreement",
    "person",
    "mail",
    "switch",
    "settings",
    "template",
  ]),
  id: Id,
  /** Of a draft: the revision that was saved. Editors that have it already fetch nothing. */
  revision: z.int().optional(),
});
export type LiveEvent = z.infer<typeof LiveEvent>;
