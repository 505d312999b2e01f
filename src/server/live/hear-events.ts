import type { LiveEvent } from "#contract/live.ts";
import { type Audience, audienceKey } from "#domain/access/audience.ts";
import type { Id } from "#domain/id.ts";
import { requireCaller } from "../access/require-caller.ts";
import { AppError } from "../app-error.ts";
import type { Deps } from "../deps.ts";

/** The person of a stream and their audiences: themselves, their verified organization, the company. */
type Listener = { userProfileId: Id; audiences: readonly Audience[] };

/** Throws if the token has expired or the person no longer exists. */
export async function readListener(deps: Deps, authorization: string | undefined): Promise<Listener> {
  const { userProfileId, member, admin } = await requireCaller(deps, "person", authorization);
  const audiences: Audience[] = [{ person: userProfileId }];
  if (member) audiences.push({ organization: member.organizationId });
  if (admin) audiences.push({ company: true });
  return { userProfileId, audiences };
}

type Ears = { onEvents: (events: LiveEvent[]) => void; onEnd: () => void };

/**
 * Receives the events of all audiences of a person. Reads the person again before passing on events, so that a
 * removed or signed-out person receives nothing more. Their audiences may change meanwhile.
 */
export function hearEvents(
  deps: Deps,
  authorization: string | undefined,
  first: Listener,
  { onEvents, onEnd }: Ears,
): { check(): void; close(): void } {
  let waiting: { event: LiveEvent; audience: Audience }[] = [];
  let isAsking = false;
  let isClosed = false;
  let heard = keysOf(first);
  let subscription = subscribe(first);

  function subscribe({ audiences }: Listener): { close(): void } {
    return deps.live.subscribe(audiences, {
      onEvent(event, audience) {
        waiting.push({ event, audience });
        check();
      },
      onGap: end,
    });
  }

  function end(): void {
    if (isClosed) return;
    close();
    onEnd();
  }

  function close(): void {
    isClosed = true;
    subscription.close();
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
      const told = waiting;
      waiting = [];
      const listener = await readListener(deps, authorization);
      if (isClosed) return;
      const theirs = keysOf(listener);
      if (theirs.join() !== heard.join()) {
        subscription.close();
        heard = theirs;
        subscription = subscribe(listener);
      }
      const events = told.filter(({ audience }) => theirs.includes(audienceKey(audience)));
      if (events.length > 0) onEvents(events.map(({ event }) => event));
    } while (waiting.length > 0);
    isAsking = false;
  }

  return { check, close };
}

function keysOf({ audiences }: Listener): string[] {
  return audiences.map(audienceKey);
}
