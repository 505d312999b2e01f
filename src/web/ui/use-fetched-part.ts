import { useState } from "react";
import { showToast } from "./toasts.tsx";

/**
 * A part of the screen whose code is fetched when somebody reaches for it, not with the screen. `prepare` fetches it
 * when they point there; `open` resolves once it is there, and says so if it cannot be fetched.
 */
export function useFetchedPart<Part>(load: () => Promise<Part>, name: string) {
  const [part, setPart] = useState<Part | null>(null);
  return {
    part,
    prepare: () => void load().catch(() => undefined),
    async open() {
      try {
        const loaded = await load();
        setPart(() => loaded);
      } catch (error) {
        console.error(`The ${name} could not be fetched`, error);
        showToast({
          tone: "error",
          title: `The ${name} could not be opened`,
          text: "Please check your connection and try again.",
        });
      }
    },
  };
}
