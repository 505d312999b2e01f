import { useState } from "react";
import type { PuckState } from "#domain/page/page.ts";
import { companyDateTime } from "#web/lib/company-time.ts";
import { explainFailure } from "#web/lib/explain-failure.ts";
import { useNavigate } from "#web/lib/routing/use-routing.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { showToast } from "#web/ui/toasts.tsx";
import { PageDifference } from "../ui/page-difference.tsx";
import { isWriting } from "./area-keys.ts";
import type { TheirSave } from "./autosave.ts";
import type { Stored } from "./edited.ts";
import { useDesk, useSaveState } from "./editing-context.ts";
import { ONLY_HERE } from "./save-status.tsx";

/** The second of two people who edit a page learns of the first, and loses nothing. */
export function Conflict({ onReopen }: { onReopen: () => void }) {
  const { isKept } = useDesk();
  const state = useSaveState();
  if (state.kind !== "conflict" && state.kind !== "closed") return null;
  const theirs = state.kind === "conflict" ? state.theirs : null;
  const why = state.kind === "closed" ? state.why : "";
  return <Choice theirs={theirs} why={why} isKept={isKept} onReopen={onReopen} />;
}

type ChoiceProps = { theirs: TheirSave | null; why: string; isKept: boolean; onReopen: () => void };

/** A dialog would take the letters of somebody who writes, so they open it themselves. */
function Choice(props: ChoiceProps) {
  const [isOpenAtOnce] = useState(() => !isWriting());
  const [isOpen, setIsOpen] = useState(isOpenAtOnce);
  const title = props.theirs ? "Somebody else has saved this page" : "This page can no longer be saved here";
  return (
    <div className="border-line border-b p-3">
      <Notice
        tone="error"
        title={title}
        action={
          <Button size="sm" tone="primary" onClick={() => setIsOpen(true)}>
            Choose what to keep
          </Button>
        }
      >
        {props.isKept ? "Nothing is lost: what you write is kept on this computer." : ONLY_HERE}
      </Notice>
      {isOpen ? (
        <ConflictDialog {...props} title={title} isSudden={isOpenAtOnce} onClose={() => setIsOpen(false)} />
      ) : null}
    </div>
  );
}

type ConflictDialogProps = ChoiceProps & { title: string; isSudden: boolean; onClose: () => void };

function ConflictDialog({ theirs, why, isKept, title, isSudden, onReopen, onClose }: ConflictDialogProps) {
  const { edited, editing, autosave } = useDesk();
  const navigate = useNavigate();
  const [isBusy, setIsBusy] = useState(false);
  const where = isKept ? "Your page is still here, on this computer" : "Your page is in this window alone";
  const [compared, setCompared] = useState<{ theirs: Stored; mine: PuckState } | null>(null);

  async function compare() {
    setIsBusy(true);
    editing.drafts.flush();
    try {
      setCompared({ theirs: await edited.readStored(), mine: autosave.latest });
    } catch (error) {
      showToast({ tone: "error", title: "The pages could not be compared", text: explainFailure(error) });
    }
    setIsBusy(false);
  }

  async function keepAsCopy() {
    setIsBusy(true);
    editing.drafts.flush();
    try {
      const path = await edited.keepAsCopy(autosave.latest);
      autosave.giveUp();
      showToast({ title: `Your page is kept as a ${edited.kind} of its own` });
      await navigate(path);
    } catch (error) {
      showToast({ tone: "error", title: "The copy was not made", text: explainFailure(error) });
      setIsBusy(false);
    }
  }

  return (
    <Dialog
      isOpen
      isLocked={isBusy}
      isSudden={isSudden}
      isWide={compared !== null}
      onClose={onClose}
      title={title}
      description={
        theirs
          ? `${theirs.savedBy ?? "Somebody else"} saved it on ${companyDateTime(theirs.savedAt)}. ${where}, and nothing of theirs was changed.`
          : `${why} ${where}.`
      }
      actions={
        <>
          <Button
            disabled={isBusy}
            onClick={() => {
              autosave.giveUp();
              onReopen();
            }}
          >
            {theirs ? "Discard mine and open theirs" : "Discard mine"}
          </Button>
          <Button tone="primary" isBusy={isBusy} onClick={() => void keepAsCopy()}>
            Keep mine as a copy
          </Button>
        </>
      }
    >
      {compared === null ? (
        <Button size="sm" disabled={isBusy} onClick={() => void compare()}>
          See the difference
        </Button>
      ) : (
        <section aria-label="Difference">
          <h3 className="mb-2 font-semibold">From the stored page to yours</h3>
          <PageDifference
            before={compared.theirs.page}
            after={compared.mine}
            work={compared.theirs.work}
            same="Both pages say the same."
          />
        </section>
      )}
    </Dialog>
  );
}
