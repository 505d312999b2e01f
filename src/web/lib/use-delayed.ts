import { useEffect, useState, useSyncExternalStore } from "react";

/** The value after it has not changed for a while. */
export function useDelayed<Value>(value: Value, delayMs: number): Value {
  const [delayed, setDelayed] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setDelayed(value), delayMs);
    return () => clearTimeout(timer);
  }, [value, delayMs]);
  return delayed;
}

/** False for the first `ms` milliseconds after mounting, then true. */
export function useIsLate(ms: number): boolean {
  const [isLate, setIsLate] = useState(ms === 0);
  useEffect(() => {
    const timer = setTimeout(() => setIsLate(true), ms);
    return () => clearTimeout(timer);
  }, [ms]);
  return isLate;
}

const never = () => () => {};

/** False while the server draws a screen and the browser hydrates it, where only what the server knows may show. */
export function useIsHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
