import { type ReactNode, useEffect, useState } from "react";
import type { SWRResponse } from "swr";
import { explainFailure } from "#web/lib/call.ts";
import { FetchFailure } from "#web/ui/fetch-failure.tsx";
import { FailedNotice } from "#web/ui/notice.tsx";
import { Loading, Skeleton } from "#web/ui/skeleton.tsx";

/** What useCall returns. */
export type Answer<Data> = {
  data: Data | undefined;
  error: Error | undefined;
  mutate: () => Promise<unknown>;
};

type FetchedProps<Data> = {
  answer: Answer<Data>;
  /** Names what is loading. */
  loading: string;
  /** The size of the placeholder. */
  className?: string;
  /** What could not be read; left out, the message of the error is shown. */
  failure?: string;
  children: (data: Data) => ReactNode;
};

/** A part of a screen that is fetched, its placeholder until then, or why it could not be read. */
export function Fetched<Data>({ answer, loading, className, failure, children }: FetchedProps<Data>) {
  const { data, error, mutate } = answer;
  const retry = () => void mutate();
  if (data !== undefined) return children(data);
  if (!error) {
    return (
      <Loading label={loading}>
        <Skeleton className={className ?? "h-14 w-full rounded-lg"} />
      </Loading>
    );
  }
  if (failure === undefined) return <FailedNotice onRetry={retry}>{explainFailure(error)}</FailedNotice>;
  return (
    <FetchFailure error={error} onRetry={retry}>
      {failure}
    </FetchFailure>
  );
}

/** A query that is refetched when its screen opens. Until then it hides the cached answer, which may be outdated. */
export function useFresh<Answer>(answer: SWRResponse<Answer, Error>) {
  const { data, error, mutate } = answer;
  const [isFresh, setIsFresh] = useState(false);
  useEffect(() => {
    let isCurrent = true;
    const settle = () => {
      if (isCurrent) setIsFresh(true);
    };
    mutate().then(settle, settle);
    return () => {
      isCurrent = false;
    };
  }, [mutate]);
  return { data: isFresh ? data : undefined, error: isFresh ? error : undefined, mutate };
}
