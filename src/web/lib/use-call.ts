import { useMemo } from "react";
import useSWR, { mutate, preload, SWRConfig, type SWRConfiguration, type SWRResponse } from "swr";
import { getProfile } from "#contract/account.ts";
import type { Call, PageOf } from "#contract/call.ts";
import type { FirstAnswer } from "#contract/first-answers.ts";
import { isStaleAfter, type LiveEvent, type StaleAfter } from "#contract/live.ts";
import type { Reach } from "#domain/access/access.ts";
import type { UserProfile } from "#domain/account/user-profile.ts";
import { canonicalJson } from "#domain/canonical-json.ts";
import type { Id } from "#domain/id.ts";
import { useActingOrganization } from "./acting-organization.ts";
import { ApiError } from "./api-error.ts";
import { call, callPage, type Input, type InputArgument, isSwitched, type Reply } from "./call.ts";
import { untilConnected } from "./connection.ts";
import { readFirstAnswers } from "./first-answers.ts";
import { isSessionEnd, untilSignedIn } from "./session.ts";

/** The input, or a function that makes it at the time of the call. Such an input is not part of the cache key. */
type InputSource<C extends Call> = Input<C> | (() => Input<C>);

type Options = SWRConfiguration & {
  /** Distinguishes cached answers whose input a function makes. */
  name?: string;
};

/** Counts the switches between organizations. Answers of one visit to an organization are not used in another. */
let visit = 0;

type CacheKey = readonly [owner: string, call: string, input: unknown];
type Key = readonly [...CacheKey, staleAfter: StaleAfter];

/** Fetches through the cache. Waits while the input is null, and for an organization's call until that is known. */
export function useCall<C extends Call>(
  what: C,
  input: InputSource<C> | null | undefined,
  options: Options = {},
): SWRResponse<Reply<C>, Error> {
  return useAnswer(what, input, (input) => call(what, ...([input] as InputArgument<C>)), options);
}

/** useCall for a list with a `limit`, whose answer also has the total. */
export function usePage<C extends Call>(
  what: C,
  input: InputSource<C> | null,
  options: Options = {},
): SWRResponse<PageOf<C>, Error> {
  return useAnswer(what, input, (input) => callPage(what, input as Input<C>), options);
}

function useAnswer<C extends Call, Answer>(
  what: C,
  input: InputSource<C> | null | undefined,
  fetchAnswer: (input: Input<C> | undefined) => Promise<Answer>,
  { name, ...options }: Options,
): SWRResponse<Answer, Error> {
  const acting = useActingOrganization();
  const key = input === null ? null : keyOf(what, acting, input, name);
  const answer = () => fetchAnswer(typeof input === "function" ? input() : (input ?? undefined));
  return useSWR<Answer, Error>(
    key,
    () => firstOr(key, answer).catch((error: unknown) => afterFailure(error, answer)),
    {
      fallbackData: key === null ? undefined : (carried.get(serialize(key)) as Answer | undefined),
      shouldRetryOnError: isWorthRetrying,
      onErrorRetry: retryWhenConnected,
      ...options,
    },
  );
}

/** After an organization switch in another window the page refetches, so its failure is ignored. */
async function afterFailure<Answer>(error: unknown, fetchAgain: () => Promise<Answer>): Promise<Answer> {
  if (isSwitched(error)) return new Promise(() => {});
  if (!isSessionEnd(error)) throw error;
  await untilSignedIn();
  return fetchAgain();
}

/** Fetches an answer before its screen is rendered. Calls of an organization are not fetched so early. */
export function prefetchCall(what: Call): void {
  const key = keyOf(what, undefined, {});
  if (key === null) return;
  // The screen fetches again and shows a failure.
  Promise.resolve(preload(key, () => firstOr(key, () => call<Call>(what)))).catch(() => undefined);
}

/** The answers in the page, which its screen shows until it has its own. */
let carried: ReadonlyMap<string, unknown> = new Map();
/** Answers that no screen has requested yet. After any change they may be outdated. */
const first = new Map<string, unknown>();
/** A screen that mounts later than this queries the server. */
const FIRST_FOR_MS = 10_000;

/** Shows the answers that the page carries. The screen's first request for each of them is answered from here. */
export function cacheFirstAnswers(): void {
  showAnswers(readFirstAnswers());
  for (const [name, answer] of carried) first.set(name, answer);
  if (carried.size > 0) setTimeout(() => first.clear(), FIRST_FOR_MS);
}

/** Screens that are rendered from now on begin with these answers. */
export function showAnswers(answers: readonly FirstAnswer[]): void {
  const profile = answers.find(({ call }) => call === nameOf(getProfile))?.answer.data as UserProfile | null;
  const shown = new Map<string, unknown>();
  for (const { reach, call, asked: input, answer } of answers) {
    const owner = ownerOf({ reach }, profile?.activeOrganizationId ?? null);
    if (owner !== null)
      shown.set(serialize([owner, call, input]), answer.page === undefined ? answer.data : answer);
  }
  carried = shown;
}

async function firstOr<Answer>(key: Key | null, fetchAnswer: () => Promise<Answer>): Promise<Answer> {
  const name = key && serialize(key);
  if (name === null || !first.has(name)) return fetchAnswer();
  const answer = first.get(name) as Answer;
  first.delete(name);
  return answer;
}

/** The same text for the same input, in whichever order its fields are. */
function serialize([owner, call, input]: CacheKey | Key): string {
  return canonicalJson([owner, call, input]);
}

/** The cache key; null for an organization's call until the organization is known. */
function keyOf(what: Call, acting: Id | null | undefined, input: unknown, name = "latest"): Key | null {
  const owner = ownerOf(what, acting);
  if (owner === null) return null;
  return [owner, nameOf(what), typeof input === "function" ? name : (input ?? {}), what.staleAfter];
}

/** The owner of a cached answer. An organization's answer belongs to one visit, so a switch never shows old rows. */
function ownerOf({ reach }: Pick<Call, "reach">, acting: Id | null | undefined): string | null {
  if (reach !== "organization") return reach;
  return acting === undefined ? null : `${acting ?? "none"} ${visit}`;
}

function nameOf(what: Call): string {
  return `${what.method} ${what.path}`;
}

/** Only errors that may pass by themselves are retried; a refusal is final. */
function isWorthRetrying(error: Error): boolean {
  return !(error instanceof ApiError) || error.status >= 500;
}

type Retry = NonNullable<SWRConfiguration["onErrorRetry"]>;

/** Retries as soon as a lost connection is back. With a connection, each retry waits longer. */
const retryWhenConnected: Retry = (error, key, config, revalidate, options) => {
  void untilConnected().then((wasLost) => {
    if (wasLost) void revalidate(options);
    else SWRConfig.defaultValue.onErrorRetry(error, key, config, revalidate, options);
  });
};

function isKey(key: unknown): key is Key {
  return Array.isArray(key) && key.length === 4;
}

function isOf([, , input]: Key, id: Id): boolean {
  return (input as { params?: { id?: Id } }).params?.id === id;
}

/** Drafts are saved on each pause in typing, and only their viewers need the change. */
function isStale(key: Key, event: LiveEvent | "missed"): boolean {
  const [, , , staleAfter] = key;
  if (event === "missed") return staleAfter.length > 0;
  return isStaleAfter(staleAfter, event.kind) && (event.kind !== "draft" || isOf(key, event.id));
}

/** All cached keys of a call. `mutate` shows its filter every key; this filter only collects them. */
async function keysOf(what: Call): Promise<Key[]> {
  const found: Key[] = [];
  await mutate((key) => {
    if (isKey(key) && key[1] === nameOf(what)) found.push(key);
    return false;
  });
  return found;
}

/** Discards an organization's answers, also pending ones, which may be another's. Call it before the switch shows. */
export function forgetOrganizations(): void {
  visit += 1;
}

/** Fetches the person's own answers on screen again, except one that is known to be current. */
export async function refetchPersonal(but: Call): Promise<void> {
  await mutate((key) => isKey(key) && key[0] === ("person" satisfies Reach) && key[1] !== nameOf(but));
}

type Change<C extends Call> = (
  answer: Reply<C> | PageOf<C>,
  input: Input<C> | string,
) => Reply<C> | PageOf<C> | undefined;

export type Cached = {
  /** Replaces an answer without asking the server. An updater gets undefined if nothing was cached. */
  replace<C extends Call>(
    what: C,
    input: InputSource<C>,
    next: Reply<C> | ((now: Reply<C> | undefined) => Reply<C> | undefined),
  ): Promise<void>;
  /**
   * Replaces every cached answer of this call, pages included, and fetches those on screen again: what was being
   * fetched may lack the change, and is dropped. `change` gets the input too, or the name of an answer whose input a
   * function makes.
   */
  replaceEach<C extends Call>(what: C, change: Change<C>): Promise<void>;
  refetch(what: Call): Promise<void>;
  /** Fetches every answer on screen again that is stale after one of the events, or may be because some were missed. */
  refetchAfter(events: readonly (LiveEvent | "missed")[]): Promise<void>;
};

/** Updates the cached answers of the person and the acting organization after a change. */
export function useCached(): Cached {
  const acting = useActingOrganization();
  return useMemo(
    () => ({
      async replace(what, input, next) {
        first.clear();
        const key = keyOf(what, acting, input);
        // Fetches in flight are dropped, so missing answers are fetched again.
        if (key !== null) await mutate(key, next, { revalidate: (now) => now === undefined });
      },
      async replaceEach<C extends Call>(what: C, change: Change<C>) {
        first.clear();
        for (const key of await keysOf(what)) {
          // After a switch, answers of the old organization are still cached.
          if (key[0] !== ownerOf(what, acting)) continue;
          const next = (now: Reply<C> | PageOf<C> | undefined) =>
            now && change(now, key[2] as Input<C> | string);
          await mutate(key, next);
        }
      },
      async refetch(what) {
        first.clear();
        await mutate((key) => isKey(key) && key[1] === nameOf(what));
      },
      async refetchAfter(events) {
        first.clear();
        await mutate((key) => isKey(key) && events.some((event) => isStale(key, event)));
      },
    }),
    [acting],
  );
}
