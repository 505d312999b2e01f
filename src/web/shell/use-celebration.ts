import { useEffect } from "react";
import { useSearchParams } from "react-router";

const PIECES = 200;

/** Throws confetti once for an address with success=true, then removes the parameter. */
export function useCelebration(): void {
  const [params, setParams] = useSearchParams();
  const isDue = params.get("success") === "true";
  useEffect(() => {
    if (!isDue) return;
    let isGone = false;
    async function celebrate() {
      await throwConfetti().catch((error: unknown) => console.error("No confetti", error));
      if (isGone) return;
      setParams(
        (now) => {
          now.delete("success");
          return now;
        },
        { replace: true, preventScrollReset: true },
      );
    }
    void celebrate();
    return () => {
      isGone = true;
    };
  }, [isDue, setParams]);
}

async function throwConfetti(): Promise<void> {
  const { default: confetti } = await import("canvas-confetti");
  // Without a worker: its code would be a blob, which the content policy forbids.
  const throwAll = confetti.create(null, { resize: true, disableForReducedMotion: true });
  await throwAll({ particleCount: PIECES, spread: 100, origin: { y: 0.35 } });
}
