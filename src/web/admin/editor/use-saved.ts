import { useState } from "react";
import { explainFailure } from "#web/lib/call.ts";
import { showToast } from "#web/ui/toasts.tsx";
import { useEditor } from "./editing-context.ts";
import { whyUnsaved } from "./save-status.tsx";

/** Runs a step that needs the page as it is stored, once the last word is saved. */
export function useSaved() {
  const { editing, autosave } = useEditor();
  const [isBusy, setIsBusy] = useState(false);

  async function whenSaved(step: () => Promise<unknown>): Promise<void> {
    setIsBusy(true);
    editing.drafts.flush();
    await autosave.saveNow();
    const state = autosave.now();
    try {
      if (state.kind === "saved") await step();
      else showToast({ tone: "error", title: "The page has to be saved first", text: whyUnsaved(state) });
    } catch (error) {
      showToast({ tone: "error", title: "Nothing was sent", text: explainFailure(error) });
    }
    setIsBusy(false);
  }

  return { isBusy, whenSaved };
}
