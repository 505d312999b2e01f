import { useMemo } from "react";
import useSWR, { mutate, preload, SWRConfig, type SWRConfiguration, type SWRResponse } from "swr";
import type { Call } from "#contract/call.ts";
import type { Id } from "#domain/id.ts";
import { useActingOrganization } from "./acting-organization.ts";
import { ApiError } from "./api-error.ts";
import { call, type Input, type InputArgument, type Reply } from "./call.ts";
import { untilConnected } from "./connection.ts";

/** Whose answer it is: one organization's, so that a switch never shows old rows, or the person's own. */
export type Scope = "organization" | "person";

/** Input, or a function that makes it at the moment of the call and is then no part of the key. */
type Asked<C extends Call> = Input<C> | (() => Input<C>);

type Options = SWRConfiguration & { scope?: Scope };

const PERSON = "person";

/** Counts the switches between organizations: each stay at one has its own answers. */
let stay = 0;

type Key = readonly [owner: string, call: string, input: unknown];

/** Reads a call through the cache. `null` as input waits; an organization's call waits until it is known. */
export function useCall<C extends Call>(
  what: C,
  asked: Asked<C> | null | undefined,
  { scope = "organization", ...options }: Options = {},
): SWRResponse<Reply<C>, Error> {
  const acting = useActingOrganization();
  const owner = scope === "person" ? PERSON : ownerOf(acting);
  const key = asked === null || owner === undefined ? null : keyOf(owner, what, asked);
  return useSWR<Reply<C>, Error>(
    key,
    () => {
      const input = typeof asked === "function" ? asked() : asked;
      return call(what, ...([input] as InputArgument<C>));
    },
    { shouldRetryOnError: isWorthRetrying, onErrorRetry: retryWhenConnected, ...options },
  );
}

/** Asks for one of the person's own answers before the screen that shows it is there. */
export function prefetchCall(what: Call): void {
  // A failure is told by the screen, which asks again.
  Promise.resolve(preload(keyOf(PERSON, what, {}), () => call<Call>(what))).catch(() => undefined);
}

function ownerOf(acting: Id | null | undefined): string | undefined {
  return acting === undefined ? undefined : `${acting ?? "none"} ${stay}`;
}

function keyOf(owner: string, what: Call, asked: unknown): Key {
  return [owner, nameOf(what), typeof asked === "function" ? "latest" : (asked ?? {})];
}

function nameOf(what: Call): string {
  return `${what.method} ${what.path}`;
}

/** A refusal stays a refusal; only what may pass by itself is asked again. */
function isWorthRetrying(error: Error): boolean {
  return !(error instanceof ApiError) || error.status >= 500;
}

type Retry = NonNullable<SWRConfiguration["onErrorRetry"]>;

/** Asks again as soon as a lost connection is back; what fails though there is one waits longer each time. */
const retryWhenConnected: Retry = (error, key, config, revalidate, options) => {
  void untilConnected().then((wasLost) => {
    if (wasLost) void revalidate(options);
    else SWRConfig.defaultValue.onErrorRetry(error, key, config, revalidate, options);
  });
};

function isKey(key: unknown): key is Key {
  return Array.isArray(key) && key.length === 3;
}

/**
 * What was read for an organization up to now is never shown again, answers that are still on their way included:
 * the server may give those for another organization than they were asked for. Call it before the switch shows.
 */
export function forgetOrganizations(): void {
  stay += 1;
}

/** Asks again for the person's own answers that are on screen, but for one that is known to be right. */
export async function refetchPersonal(but: Call): Promise<void> {
  await mutate((key) => isKey(key) && key[0] === PERSON && key[1] !== nameOf(but));
}

export type Cached = {
  /** Puts an answer in place without asking the server. An updater gets undefined where nothing was read. */
  replace<C extends Call>(
    what: C,
    asked: Asked<C>,
    next: Reply<C> | ((now: Reply<C> | undefined) => Reply<C> | undefined),
    scope?: Scope,
  ): Promise<void>;
  /** Asks the server again for every answer of this call that is on screen. */
  refetch(what: Call): Promise<void>;
};

/** The cached answers of the acting organization, to keep them in step after a change. */
export function useCached(): Cached {
  const acting = useActingOrganization();
  return useMemo(
    () => ({
      async replace(what, asked, next, scope = "organization") {
        const owner = scope === "person" ? PERSON : ownerOf(acting);
        if (owner !== undefined) await mutate(keyOf(owner, what, asked), next, { revalidate: false });
      },
      async refetch(what) {
        await mutate((key) => isKey(key) && key[1] === nameOf(what));
      },
    }),
    [acting],
  );
}
