import type { LiveEvent } from "#contract/live.ts";
import type { Id } from "#domain/id.ts";
import { requireCaller } from "../access/require-caller.ts";
import { AppError } from "../app-error.ts";
import type { Deps } from "../deps.ts";

/** Whose stream it is, and the organization they may hear; null while they are no member of a verified one. */
export type Listener = { userProfileId: Id; organizationId: Id | null };

/** Throws when the token has expired or there is no such person any more. */
export async function readListener(deps: Deps, authorization: string | undefined): Promise<Listener> {
  try {
    const { userProfileId, organizationId } = await requireCaller(deps, "member", authorization);
    return { userProfileId, organizationId };
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== "forbidden") throw error;
    const { userProfileId } = await requireCaller(deps, "person", authorization);
    return { userProfileId, organizationId: null };
  }
}

type Ears = { onEvents: (events: LiveEvent[]) => void; onEnd: () => void };

/**
 * Hears the events of the organization that the person acts for. Who they are is read again before anything is
 * passed on, so that whoever is removed or signed out hears no more; what they act for may change meanwhile.
 */
export function hearOrganization(
  deps: Deps,
  authorization: string | undefined,
  first: Listener,
  { onEvents, onEnd }: Ears,
): { check(): void; close(): void } {
  let organizationId = first.organizationId;
  let waiting: LiveEvent[] = [];
  let isAsking = false;
  let isClosed = false;
  let subscription = subscribe();

  function subscribe(): { close(): void } | undefined {
    if (organizationId === null) return undefined;
    return deps.live.subscribe(
      organizationId,
      (event) => {
        waiting.push(event);
        check();
      },
      end,
    );
  }

  function end(): void {
    if (isClosed) return;
    close();
    onEnd();
  }

  function close(): void {
    isClosed = true;
    subscription?.close();
  }

  function check(): void {
    if (isAsking || isClosed) return;
    isAsking = true;
    ask().catch((error: unknown) => {
      if (!(error instanceof AppError))
        deps.log.warn(error, "A live stream ends: who hears it cannot be read");
      end();
    });
  }

  async function ask(): Promise<void> {
    do {
      const events = waiting;
      waiting = [];
      const now = await readListener(deps, authorization);
      if (isClosed) return;
      if (now.organizationId === organizationId) {
        if (events.length > 0) onEvents(events);
      } else {
        subscription?.close();
        organizationId = now.organizationId;
        waiting = [];
        subscription = subscribe();
      }
    } while (waiting.length > 0);
    isAsking = false;
  }

  return { check, close };
}
