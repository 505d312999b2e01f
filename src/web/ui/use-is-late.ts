import { useEffect, useState } from "react";

/** False for the first `ms` milliseconds after mounting, then true. */
export function useIsLate(ms: number): boolean {
  const [isLate, setIsLate] = useState(ms === 0);
  useEffect(() => {
    const timer = setTimeout(() => setIsLate(true), ms);
    return () => clearTimeout(timer);
  }, [ms]);
  return isLate;
}
