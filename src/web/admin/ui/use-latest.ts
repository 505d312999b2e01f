import { useCallback, useLayoutEffect, useRef, useState } from "react";

/** A stable function that always calls the callback of the last render. */
export function useLatest<Args extends unknown[], Result>(
  act: (...args: Args) => Result,
): (...args: Args) => Result {
  const latest = useRef(act);
  useLayoutEffect(() => {
    latest.current = act;
  });
  return useCallback((...args) => latest.current(...args), []);
}

/** The same object as before while it says the same, so that blocks are not shown again for nothing. */
export function useSteady<Value>(next: Value, isSame: (one: Value, other: Value) => boolean): Value {
  const [kept, setKept] = useState(next);
  if (isSame(kept, next)) return kept;
  setKept(next);
  return next;
}
