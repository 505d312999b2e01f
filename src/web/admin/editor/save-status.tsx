import { useState } from "react";
import { useNavigate } from "react-router";
import type { PuckState } from "#domain/page/page.ts";
import { companyDateTime } from "#web/lib/company-time.ts";
import { explainFailure } from "#web/lib/explain-failure.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { showToast } from "#web/ui/toasts.tsx";
import { PageDifference } from "../ui/page-difference.tsx";
import type { SaveState, TheirSave } from "./autosave.ts";
import type { Stored } from "./edited.ts";
import { useDesk, useSaveState } from "./editing-context.ts";

/** Whether the page is saved, always in sight. */
export function SaveStatus({ isSignedOut }: { isSignedOut: boolean }) {
  const latest = useSaveState();
  // A save waits for the sign-in.
  const state: SaveState =
    isSignedOut && latest.kind === "saving" ? { kind: "failed", why: "You are signed out." } : latest;
  const isBad = state.kind === "failed" || state.kind === "closed" || state.kind === "conflict";
  return (
    <p
      role="status"
      data-save={state.kind}
      className={isBad ? "min-w-0 font-medium text-red-ink text-sm" : "text-ink-faint text-sm"}
    >
      {textOf(state)}
    </p>
  );
}

function textOf(state: SaveState): string {
  if (state.kind === "conflict") return "Not saved: somebody else has saved this page";
  if (state.kind === "failed" || state.kind === "closed") return `Not saved: ${state.why}`;
  return state.kind === "saved" ? "Saved" : "Saving…";
}

type ConflictDialogProps = { onReopen: () => void };

/** The second of two people who edit a page learns of the first, and loses nothing. */
export function ConflictDialog({ onReopen }: ConflictDialogProps) {
  const state = useSaveState();
  if (state.kind !== "conflict" && state.kind !== "closed") return null;
  const theirs = state.kind === "conflict" ? state.theirs : null;
  return <Conflict theirs={theirs} why={state.kind === "closed" ? state.why : ""} onReopen={onReopen} />;
}

type ConflictProps = ConflictDialogProps & { theirs: TheirSave | null; why: string };

function Conflict({ theirs, why, onReopen }: ConflictProps) {
  const { edited, editing, autosave } = useDesk();
  const navigate = useNavigate();
  const [isBusy, setIsBusy] = useState(false);
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
      // Without an answer the page could not be saved any more.
      isLocked
      isWide={compared !== null}
      onClose={() => undefined}
      title={theirs ? "Somebody else has saved this page" : "This page can no longer be saved here"}
      description={
        theirs
          ? `${theirs.savedBy ?? "Somebody else"} saved it on ${companyDateTime(theirs.savedAt)}. Your page is still here, on this computer, and nothing of theirs was changed.`
          : `${why} Your page is still here, on this computer.`
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
