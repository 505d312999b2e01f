import type { LiveEvent } from "#contract/live.ts";
import type { Id } from "#domain/id.ts";
import { type Audience, audienceKey } from "#domain/notifications/notification.ts";
import { readAsCaller } from "../access/read-as-caller.ts";
import { admitViewer, readSubject, requireCaller } from "../access/require-caller.ts";
import { AppError } from "../app-error.ts";
import type { Deps } from "../deps.ts";

/** The person of a stream and their audiences: themselves, their verified organization, the company. */
export type Listener = { userProfileId: Id; audiences: readonly Audience[] };

/** The headers of a stream: the token, and the pass of an admin who sees the portal as a client. */
export type Credentials = { authorization?: string | undefined; viewPass?: string | undefined };

/** Throws if the token or the pass has expired or the person no longer exists. */
export async function readListener(deps: Deps, { authorization, viewPass }: Credentials): Promise<Listener> {
  if (viewPass !== undefined) {
    const subject = await readSubject(deps, authorization);
    const viewer = await readAsCaller(deps, subject, (context) =>
      admitViewer(deps, "person", context, viewPass),
    );
    const { userProfileId, organizationId } = viewer;
    return { userProfileId, audiences: viewer.isVerified ? [{ organization: organizationId }] : [] };
  }
  const { userProfileId, member, admin } = await requireCaller(deps, "person", authorization);
  const audiences: Audience[] = [{ person: userProfileId }];
  if (member) audiences.push({ organization: member.organizationId });
  if (admin) audiences.push({ company: true });
  return { userProfileId, audiences };
}

type Addressed = { event: LiveEvent; audience: Audience };

type Ears = { onEvents: (events: LiveEvent[]) => void; onEnd: () => void };

/**
 * Receives the events of all audiences of a person. Reads the person again before passing on events, so that a
 * removed or signed-out person receives nothing more. Their audiences may change in the meantime.
 */
export function streamEvents(
  deps: Deps,
  credentials: Credentials,
  first: Listener,
  { onEvents, onEnd }: Ears,
): { check(): void; close(): void } {
  const waiting: Addressed[] = [];
  let isAsking = false;
  let isClosed = false;
  let knownKeys = keysOf(first);
  const subscribe = ({ audiences }: Listener) =>
    deps.live.subscribe(audiences, {
      onEvent(event, audience) {
        waiting.push({ event, audience });
        check();
      },
      onGap: end,
    });
  let subscription = subscribe(first);

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
    readViewer().catch((error: unknown) => {
      noteUnreadable(deps, error);
      end();
    });
  }

  async function readViewer(): Promise<void> {
    do {
      const received = waiting.splice(0);
      const listener = await readListener(deps, credentials);
      if (isClosed) return;
      const theirs = keysOf(listener);
      if (theirs.join() !== knownKeys.join()) {
        subscription.close();
        knownKeys = theirs;
        subscription = subscribe(listener);
      }
      const events = eventsFor(theirs, received);
      if (events.length > 0) onEvents(events);
    } while (waiting.length > 0);
    isAsking = false;
  }

  return { check, close };
}

function noteUnreadable({ database }: Deps, error: unknown): void {
  if (error instanceof AppError) return;
  database.logFailure(error, "warn", "A live stream ends: who hears it cannot be read");
}

function eventsFor(keys: readonly string[], received: readonly Addressed[]): LiveEvent[] {
  return received.flatMap(({ audience, event }) => (keys.includes(audienceKey(audience)) ? event : []));
}

function keysOf({ audiences }: Listener): string[] {
  return audiences.map(audienceKey);
}
