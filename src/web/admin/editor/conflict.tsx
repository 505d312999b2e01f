import { useState } from "react";
import { useNavigate } from "#web/lib/routing/use-routing.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { showToast } from "#web/ui/toasts.tsx";
import { useAction } from "../ui/use-action.ts";
import { isWriting } from "./area-keys.ts";
import { BlockConflicts } from "./block-conflicts.tsx";
import { useEditor, useSaveState } from "./editing-context.ts";
import { ONLY_HERE } from "./save-status.tsx";

/** What its author has to decide: blocks that another author changed too, or a page that can no longer be saved. */
export function Conflict({ onReopen }: { onReopen: () => void }) {
  const { isCopySaved } = useEditor();
  const state = useSaveState();
  const [conflictIds, setConflictIds] = useState<readonly string[]>([]);
  // Other blocks are still saved while the choice is open.
  if (state.kind === "conflict" && state.ids !== conflictIds) setConflictIds(state.ids);
  if (state.kind === "saved" && conflictIds.length > 0) setConflictIds([]);
  if (state.kind === "closed")
    return <Closed why={state.why} isCopySaved={isCopySaved} onReopen={onReopen} />;
  return conflictIds.length > 0 ? <BlockConflicts ids={conflictIds} /> : null;
}

type ClosedProps = { why: string; isCopySaved: boolean; onReopen: () => void };

const CLOSED = "This page can no longer be saved here";

/** A dialog would interrupt an author who is typing, so they open it themselves. */
function Closed(props: ClosedProps) {
  const [isOpenAtOnce] = useState(() => !isWriting());
  const [isOpen, setIsOpen] = useState(isOpenAtOnce);
  return (
    <div className="border-line border-b p-3">
      <Notice
        tone="error"
        title={CLOSED}
        action={
          <Button size="sm" tone="primary" onClick={() => setIsOpen(true)}>
            Choose what to keep
          </Button>
        }
      >
        {props.isCopySaved ? "Nothing is lost: what you write is kept on this computer." : ONLY_HERE}
      </Notice>
      {isOpen ? <ClosedDialog {...props} isSudden={isOpenAtOnce} onClose={() => setIsOpen(false)} /> : null}
    </div>
  );
}

type ClosedDialogProps = ClosedProps & { isSudden: boolean; onClose: () => void };

function ClosedDialog({ why, isCopySaved, isSudden, onReopen, onClose }: ClosedDialogProps) {
  const { edited, editing, autosave } = useEditor();
  const navigate = useNavigate();
  const { isBusy, run } = useAction("The copy was not made");
  const where = isCopySaved
    ? "Your page is still here, on this computer"
    : "Your page is in this window alone";

  async function saveAsCopy() {
    editing.drafts.flush();
    const path = await edited.saveAsCopy(autosave.latest);
    autosave.onFinalFailure();
    showToast({ title: `Your page is kept as a ${edited.kind} of its own` });
    await navigate(path);
  }

  return (
    <Dialog
      isOpen
      isLocked={isBusy}
      isSudden={isSudden}
      onClose={onClose}
      title={CLOSED}
      description={`${why} ${where}.`}
      actions={
        <>
          <Button
            disabled={isBusy}
            onClick={() => {
              autosave.onFinalFailure();
              onReopen();
            }}
          >
            Discard mine
          </Button>
          <Button tone="primary" isBusy={isBusy} onClick={() => void run(saveAsCopy)}>
            Keep mine as a copy
          </Button>
        </>
      }
    />
  );
}
