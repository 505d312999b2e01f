import { useState } from "react";
import { useNavigate } from "react-router";
import { Button } from "#web/ui/button.tsx";
import { showToast } from "#web/ui/toasts.tsx";
import { previewPath, revisionsPath } from "../ui/document-paths.ts";
import { useDesk } from "./editing-context.ts";

/** Leads to a screen that shows the page as it is stored, once the last word is. */
export function LeaveSaved({ documentId }: { documentId: string }) {
  const { editing, autosave } = useDesk();
  const navigate = useNavigate();
  const [isBusy, setIsBusy] = useState(false);

  async function leave(to: string) {
    setIsBusy(true);
    editing.drafts.flush();
    await autosave.saveNow();
    setIsBusy(false);
    const state = autosave.now();
    if (state.kind === "saved") return navigate(to);
    const text = "why" in state ? state.why : "Your last words are still on their way.";
    showToast({ tone: "error", title: "The page has to be saved first", text });
  }

  return (
    <>
      <Button size="sm" tone="quiet" disabled={isBusy} onClick={() => void leave(revisionsPath(documentId))}>
        Earlier pages
      </Button>
      <Button size="sm" isBusy={isBusy} onClick={() => void leave(previewPath(documentId))}>
        Preview
      </Button>
    </>
  );
}
