import type { LiveEvent } from "#contract/live.ts";
import type { Id } from "#domain/id.ts";
import type { Tx } from "../db/database.ts";

/** Tells open pages what has changed, without the content: they ask for that with their own rights. */
export type Live = {
  /** Told to the people of the organization when the transaction commits. */
  publish(tx: Tx, organizationId: Id, event: LiveEvent): Promise<void>;
  /** Calls back for every event of the organization until closed; `onGap`: some may have been missed. */
  subscribe(organizationId: Id, onEvent: (event: LiveEvent) => void, onGap?: () => void): { close(): void };
};
