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
    const { userProfileId, organizationId, isVerified } = await readAsCaller(deps, subject, (context) =>
      admitViewer(deps, "person", context, viewPass),
    );
    return { userProfileId, audiences: isVerified ? [{ organization: organizationId }] : [] };
  }
  const { userProfileId, member, admin } = await requireCaller(deps, "person", authorization);
  const audiences: Audience[] = [{ person: userProfileId }];
  if (member) audiences.push({ organization: member.organizationId });
  if (admin) audiences.push({ company: true });
  return { userProfileId, audiences };
}

type Handlers = { onEvents: (events: LiveEvent[]) => void; onEnd: (isSignedOut?: boolean) => void };

/**
 * Receives the events of all audiences of a person. Reads the person again before passing on events, because they may
 * have been removed or signed out, and their audiences may have changed.
 */
export function streamEvents(
  deps: Deps,
  credentials: Credentials,
  first: Listener,
  { onEvents, onEnd }: Handlers,
): { check(): void; close(): void } {
  const waiting: { event: LiveEvent; key: string }[] = [];
  let isReading = false;
  let isClosed = false;
  let knownKeys = first.audiences.map(audienceKey);
  const subscribe = ({ audiences }: Listener) =>
    deps.live.subscribe(audiences, {
      onEvent(event, audience) {
        waiting.push({ event, key: audienceKey(audience) });
        check();
      },
      onGap: () => end(),
    });
  let subscription = subscribe(first);

  function end(isSignedOut = false): void {
    if (isClosed) return;
    close();
    onEnd(isSignedOut);
  }

  function close(): void {
    isClosed = true;
    subscription.close();
  }

  function check(): void {
    if (isReading || isClosed) return;
    isReading = true;
    passOn().catch((error: unknown) => {
      if (!(error instanceof AppError))
        deps.database.logFailure(error, "warn", "A live stream ends: who hears it can't be read");
      end(error instanceof AppError && error.code === "unauthenticated");
    });
  }

  async function passOn(): Promise<void> {
    do {
      const received = waiting.splice(0);
      const listener = await readListener(deps, credentials);
      if (isClosed) return;
      const keys = listener.audiences.map(audienceKey);
      if (keys.join() !== knownKeys.join()) {
        subscription.close();
        knownKeys = keys;
        subscription = subscribe(listener);
      }
      const events = received.filter(({ key }) => keys.includes(key)).map(({ event }) => event);
      if (events.length > 0) onEvents(events);
    } while (waiting.length > 0);
    isReading = false;
  }

  return { check, close };
}
