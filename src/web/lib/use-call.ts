import { useMemo } from "react";
import useSWR, { mutate, preload, SWRConfig, type SWRConfiguration, type SWRResponse } from "swr";
import type { Call, PageOf } from "#contract/call.ts";
import type { Reach } from "#domain/access/access.ts";
import type { Id } from "#domain/id.ts";
import { useActingOrganization } from "./acting-organization.ts";
import { ApiError } from "./api-error.ts";
import { call, callPage, type Input, type InputArgument, type Reply } from "./call.ts";
import { untilConnected } from "./connection.ts";

/** Input, or a function that makes it at the moment of the call and is then no part of the key. */
type InputSource<C extends Call> = Input<C> | (() => Input<C>);

type Options = SWRConfiguration & {
  /** Tells answers of one call apart where their input is made at the moment of the call. */
  name?: string;
};

/** Counts the switches between organizations: each stay at one has its own answers. */
let stay = 0;

type Key = readonly [owner: string, call: string, input: unknown];

/** Reads a call through the cache. `null` as input waits; an organization's call waits until it is known. */
export function useCall<C extends Call>(
  what: C,
  input: InputSource<C> | null | undefined,
  options: Options = {},
): SWRResponse<Reply<C>, Error> {
  return useAnswer(what, input, (given) => call(what, ...([given] as InputArgument<C>)), options);
}

/** The same for a list that is asked for with a `limit`: the answer also tells how many rows there are. */
export function usePage<C extends Call>(
  what: C,
  input: InputSource<C> | null,
  options: Options = {},
): SWRResponse<PageOf<C>, Error> {
  return useAnswer(what, input, (given) => callPage(what, given as Input<C>), options);
}

function useAnswer<C extends Call, Answer>(
  what: C,
  input: InputSource<C> | null | undefined,
  ask: (given: Input<C> | undefined) => Promise<Answer>,
  { name, ...options }: Options,
): SWRResponse<Answer, Error> {
  const acting = useActingOrganization();
  const key = input === null ? null : keyOf(what, acting, input, name);
  return useSWR<Answer, Error>(key, () => ask(typeof input === "function" ? input() : (input ?? undefined)), {
    shouldRetryOnError: isWorthRetrying,
    onErrorRetry: retryWhenConnected,
    ...options,
  });
}

/** Asks for an answer before the screen that shows it is there; an organization's is not asked for so early. */
export function prefetchCall(what: Call): void {
  const key = keyOf(what, undefined, {});
  if (key === null) return;
  // A failure is told by the screen, which asks again.
  Promise.resolve(preload(key, () => call<Call>(what))).catch(() => undefined);
}

/** Null for an organization's call until the organization is known. */
function keyOf(what: Call, acting: Id | null | undefined, input: unknown, name = "latest"): Key | null {
  const owner = ownerOf(what, acting);
  return owner === null ? null : [owner, nameOf(what), typeof input === "function" ? name : (input ?? {})];
}

/**
 * Whose answer it is follows from whose records the call reaches: an organization's belongs to one stay at it, so that
 * a switch never shows old rows; all others are kept once while the page is open.
 */
function ownerOf({ reach }: Call, acting: Id | null | undefined): string | null {
  if (reach !== "organization") return reach;
  return acting === undefined ? null : `${acting ?? "none"} ${stay}`;
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

/** What is kept of a call: the filter of `mutate` is shown every key, and here it only takes note of them. */
async function keysOf(what: Call): Promise<Key[]> {
  const found: Key[] = [];
  await mutate((key) => {
    if (isKey(key) && key[1] === nameOf(what)) found.push(key);
    return false;
  });
  return found;
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
  await mutate((key) => isKey(key) && key[0] === ("person" satisfies Reach) && key[1] !== nameOf(but));
}

type Change<C extends Call> = (
  answer: Reply<C> | PageOf<C>,
  asked: Input<C> | string,
) => Reply<C> | PageOf<C> | undefined;

export type Cached = {
  /** Puts an answer in place without asking the server. An updater gets undefined where nothing was read. */
  replace<C extends Call>(
    what: C,
    input: InputSource<C>,
    next: Reply<C> | ((now: Reply<C> | undefined) => Reply<C> | undefined),
  ): Promise<void>;
  /**
   * The same for every answer of this call, pages included. `change` is told what was asked for (the name of an
   * answer whose input was made at the moment of the call).
   */
  replaceEach<C extends Call>(what: C, change: Change<C>): Promise<void>;
  /** Asks the server again for every answer of this call that is on screen. */
  refetch(what: Call): Promise<void>;
};

/** The cached answers of the person and the acting organization, to keep them in step after a change. */
export function useCached(): Cached {
  const acting = useActingOrganization();
  return useMemo(
    () => ({
      async replace(what, input, next) {
        const key = keyOf(what, acting, input);
        if (key !== null) await mutate(key, next, { revalidate: false });
      },
      async replaceEach<C extends Call>(what: C, change: Change<C>) {
        for (const key of await keysOf(what)) {
          // After a switch the answer is still the old organization's.
          if (key[0] !== ownerOf(what, acting)) continue;
          const next = (now: Reply<C> | PageOf<C> | undefined) =>
            now && change(now, key[2] as Input<C> | string);
          await mutate(key, next, { revalidate: false });
        }
      },
      async refetch(what) {
        await mutate((key) => isKey(key) && key[1] === nameOf(what));
      },
    }),
    [acting],
  );
}
