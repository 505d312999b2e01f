import { useEffect, useState } from "react";
import type { SWRResponse } from "swr";

/** An answer that is asked for anew when its screen opens, and not there before: an older one would be taken for it. */
export function useFresh<Answer>(answer: SWRResponse<Answer, Error>) {
  const { data, error, mutate } = answer;
  const [isFresh, setIsFresh] = useState(false);
  useEffect(() => {
    let isWanted = true;
    const settle = () => {
      if (isWanted) setIsFresh(true);
    };
    mutate().then(settle, settle);
    return () => {
      isWanted = false;
    };
  }, [mutate]);
  return { data: isFresh ? data : undefined, error: isFresh ? error : undefined, mutate };
}
