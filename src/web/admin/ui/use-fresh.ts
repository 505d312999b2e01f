import { useEffect, useState } from "react";
import type { SWRResponse } from "swr";

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
