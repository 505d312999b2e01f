import { useState } from "react";

/** The same object as before while it says the same, so that blocks are not shown again for nothing. */
export function useSteady<Value>(next: Value, isSame: (one: Value, other: Value) => boolean): Value {
  const [kept, setKept] = useState(next);
  if (isSame(kept, next)) return kept;
  setKept(next);
  return next;
}
