import { z } from "zod";
import { Id } from "../id.ts";
import { Colleague } from "./working-draft.ts";

/** An open editor reports where it is so often, also if it has not moved. */
export const PRESENCE_INTERVAL_MS = 30_000;
/** A tab that has not reported for so long counts as closed. A browser wakes a hidden tab once a minute. */
export const PRESENCE_EXPIRES_AFTER_MS = 90_000;

/** The selected block of an open editor; null: none. */
export const PagePosition = z.strictObject({ blockId: z.string().max(200).nullable() });
export type PagePosition = z.infer<typeof PagePosition>;

/** A tab in which one of the company's people has a page open in the editor. */
export const PagePresence = Colleague.extend({ tabId: Id, ...PagePosition.shape });
export type PagePresence = z.infer<typeof PagePresence>;
