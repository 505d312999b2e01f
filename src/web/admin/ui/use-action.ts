import { useState } from "react";
import { explainFailure } from "#web/lib/call.ts";
import { showToast } from "#web/ui/toasts.tsx";

/** Runs the actions of buttons: whether one is under way, and a toast with this title if one fails. */
export function useAction(failureTitle: string) {
  const [isBusy, setIsBusy] = useState(false);

  async function run(action: () => Promise<unknown>): Promise<void> {
    setIsBusy(true);
    try {
      await action();
    } catch (error) {
      showToast({ tone: "error", title: failureTitle, text: explainFailure(error) });
    }
    setIsBusy(false);
  }

  return { isBusy, run };
}
