import { useState } from "react";
import { explainFailure } from "./call.ts";

/** Runs one action: whether it is under way, and why it failed, as a sentence. */
export function useAction(explain: (error: unknown) => string = explainFailure) {
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);

  async function run(act: () => Promise<void>): Promise<void> {
    setIsBusy(true);
    setFailure(null);
    try {
      await act();
    } catch (error) {
      setFailure(explain(error));
    }
    setIsBusy(false);
  }

  return { isBusy, failure, setFailure, run };
}
