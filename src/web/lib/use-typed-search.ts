import { useEffect, useState } from "react";
import type { SearchHit } from "#domain/search/search-hit.ts";

const PAUSE_MS = 100;

type Search = (q: string, signal: AbortSignal) => Promise<SearchHit[]>;

export type TypedSearch = {
  /** The hits of the latest answer, which stay until the next one; null before the first. */
  hits: SearchHit[] | null;
  isBusy: boolean;
  hasFailed: boolean;
  retry: () => void;
};

type Answer = { q: string; attempt: number; hits: SearchHit[] | null; hasFailed: boolean };

const NOTHING: Answer = { q: "", attempt: 0, hits: null, hasFailed: false };

/** Searches while somebody types: after a pause, the latest text only. `search` stays the same function. */
export function useTypedSearch(search: Search | null, q: string): TypedSearch {
  const [answer, setAnswer] = useState(NOTHING);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    if (search === null || q === "") return;
    const asking = new AbortController();
    const { signal } = asking;
    const keep = (hits: SearchHit[] | null) => {
      if (!signal.aborted) setAnswer({ q, attempt, hits, hasFailed: hits === null });
    };
    const timer = setTimeout(() => void search(q, signal).then(keep, () => keep(null)), PAUSE_MS);
    return () => {
      clearTimeout(timer);
      asking.abort();
    };
  }, [search, q, attempt]);
  const isAnswered = answer.q === q && answer.attempt === attempt;
  return {
    hits: q === "" ? null : answer.hits,
    isBusy: search !== null && q !== "" && !isAnswered,
    hasFailed: answer.hasFailed && isAnswered,
    retry: () => setAttempt((before) => before + 1),
  };
}
