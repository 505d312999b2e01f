import { useState } from "react";
import { useNavigate } from "#web/lib/routing/use-routing.ts";
import { Button } from "#web/ui/button.tsx";
import { showToast } from "#web/ui/toasts.tsx";
import { previewPath } from "../ui/document-paths.ts";
import { useDesk } from "./editing-context.ts";
import { whyUnsaved } from "./save-status.tsx";

/** Leads to screens that show the page as it is stored, once the last word is. */
export function LeaveSaved() {
  const { edited, editing, autosave } = useDesk();
  const navigate = useNavigate();
  const [isBusy, setIsBusy] = useState(false);

  async function leave(to: string) {
    setIsBusy(true);
    editing.drafts.flush();
    await autosave.saveNow();
    setIsBusy(false);
    const state = autosave.now();
    if (state.kind === "saved") return navigate(to);
    showToast({ tone: "error", title: "The page has to be saved first", text: whyUnsaved(state) });
  }

  return (
    <>
      <Button size="sm" tone="quiet" disabled={isBusy} onClick={() => void leave(edited.revisionsPath)}>
        Earlier pages
      </Button>
      {edited.kind === "document" ? (
        <Button size="sm" isBusy={isBusy} onClick={() => void leave(previewPath(edited.id))}>
          Preview
        </Button>
      ) : null}
    </>
  );
}
