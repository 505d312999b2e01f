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

/** Returns the previous object while the value is equal, so that blocks do not render again. */
export function useSteady<Value>(next: Value, isSame: (one: Value, other: Value) => boolean): Value {
  const [kept, setKept] = useState(next);
  if (isSame(kept, next)) return kept;
  setKept(next);
  return next;
}
