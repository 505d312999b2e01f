import { showToast } from "#web/ui/toasts.tsx";
import { useAction } from "../ui/use-action.ts";
import type { SaveState } from "./autosave.ts";
import { useEditor, useSaveState } from "./editing-context.ts";

/** Whether the page is saved, always in sight. */
export function SaveStatus() {
  const state = useSaveState();
  const isBad = state.kind === "failed" || state.kind === "closed" || state.kind === "conflict";
  return (
    <p
      role="status"
      data-save={state.kind}
      className={
        isBad
          ? "min-w-0 font-medium text-red-ink text-sm max-sm:order-last max-sm:w-full"
          : "text-ink-faint text-sm"
      }
    >
      {textOf(state)}
    </p>
  );
}

function textOf(state: SaveState): string {
  if (state.kind === "conflict") return "Saved, except for a choice you need to make";
  if (state.kind === "failed" || state.kind === "closed") return `Not saved: ${state.why}`;
  return state.kind === "saved" ? "Saved" : "Saving…";
}

/** Where unsaved changes are if the browser stores no copy of them. */
export const ONLY_HERE = "What you write is in this window alone, so keep it open.";

/** Why a step that needs the stored page has to wait, in a sentence. */
export function whyUnsaved(state: SaveState): string {
  if (state.kind === "conflict")
    return "You and another author have changed the same text. Choose first what stays.";
  return "why" in state
    ? state.why
    : "Your latest changes are still being saved. Please try again in a moment.";
}

/** Runs a step that needs the page as it is stored, once all changes are saved. */
export function useSaved() {
  const { editing, autosave } = useEditor();
  const { isBusy, run } = useAction("Nothing was sent");
  const whenSaved = (step: () => Promise<unknown>) =>
    run(async () => {
      editing.drafts.flush();
      await autosave.saveNow();
      const state = autosave.now();
      if (state.kind === "saved") await step();
      else showToast({ tone: "error", title: "The page has to be saved first", text: whyUnsaved(state) });
    });
  return { isBusy, whenSaved };
}
