import type { LiveEvent } from "#contract/live.ts";
import type { Audience } from "#domain/access/audience.ts";
import type { Tx } from "../db/database.ts";

export type Subscriber = {
  onEvent: (event: LiveEvent, audience: Audience) => void;
  /** Events may have been missed. */
  onGap?: () => void;
};

/** Tells open pages which record changed. Pages fetch the content with their own rights. */
export type Live = {
  /** Sends the event to the audience when the transaction commits. */
  publish(tx: Tx, audience: Audience, event: LiveEvent): Promise<void>;
  /** The same for any number of events, in one statement. */
  publishAll(tx: Tx, told: readonly { audience: Audience; event: LiveEvent }[]): Promise<void>;
  /** Calls back for every event for one of the audiences until closed. */
  subscribe(audiences: readonly Audience[], subscriber: Subscriber): { close(): void };
  /** For how many milliseconds none of the audiences has certainly been told anything. */
  quietFor(audiences: readonly Audience[]): number;
};
