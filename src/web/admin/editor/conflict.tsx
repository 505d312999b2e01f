import { useState } from "react";
import { type BlockChange, comparePages } from "#domain/drafts/compare-pages.ts";
import { labelOfBlock } from "#domain/page/block-edits.ts";
import { findItem, insertItems, withNewIds } from "#domain/page/edit-page.ts";
import { PAGE_FIELDS, withBlockOf } from "#domain/page/merge-pages.ts";
import type { PuckState } from "#domain/page/page.ts";
import { useNavigate } from "#web/lib/routing/use-routing.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { showToast } from "#web/ui/toasts.tsx";
import { Words } from "../ui/page-difference.tsx";
import { useAction } from "../ui/use-action.ts";
import { isWriting } from "./area-keys.ts";
import { useEditor, useSaveState } from "./editing-context.ts";
import { newId } from "./new-item.ts";
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
  const { isBusy, run } = useAction("The copy wasn't made");
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

/** Resolves blocks that two authors changed at the same time. All other blocks are saved in the background. */
function BlockConflicts({ ids }: { ids: readonly string[] }) {
  const { isCopySaved, editing } = useEditor();
  const [isOpen, setIsOpen] = useState(false);
  const open = () => {
    editing.drafts.flush();
    setIsOpen(true);
  };
  const what = ids.length === 1 ? "the same text" : `the same texts in ${ids.length} blocks`;
  return (
    <div className="border-line border-b p-3">
      <Notice
        tone="warning"
        title={`You and another author have changed ${what}`}
        action={
          <Button size="sm" tone="primary" onClick={open}>
            Compare and choose
          </Button>
        }
      >
        {isCopySaved
          ? "Nothing is lost: yours is kept on this computer until you choose, and everything else is saved."
          : "Yours is in this window alone until you choose. Everything else is saved."}
      </Notice>
      {isOpen ? <ConflictDialog ids={ids} onClose={() => setIsOpen(false)} /> : null}
    </div>
  );
}

function ConflictDialog({ ids, onClose }: { ids: readonly string[]; onClose: () => void }) {
  return (
    <Dialog
      isOpen
      isWide
      onClose={onClose}
      title="Choose what stays"
      description="The page is stored with the other author’s version until you choose."
      actions={<Button onClick={onClose}>Later</Button>}
    >
      <ul className="space-y-5">
        {ids.map((id) => (
          <BlockConflict key={id} id={id} />
        ))}
      </ul>
    </Dialog>
  );
}

function BlockConflict({ id }: { id: string }) {
  const { editing, autosave, work, announce } = useEditor();
  const mine = editing.page;
  const theirs = autosave.stored;
  const names = new Map(work.workOrders.map(({ workOrderId, name }) => [workOrderId, name]));
  const change = comparePages(withBlockOf(mine, theirs, id), mine, (one) => names.get(one) ?? "").find(
    ({ blockId }) => blockId === id,
  );
  const item = findItem(mine, id)?.item;
  const label = id === PAGE_FIELDS ? "Title of the page" : labelOfBlock(item?.type ?? "Block");

  function choose(page: PuckState, announcement: string) {
    if (editing.apply(page, editing.selectedIds, announcement)) announce(announcement);
  }

  return (
    <li aria-label={label} className="rounded-lg border border-line p-4">
      <h3 className="mb-3 font-semibold">{label}</h3>
      <div className="grid gap-3 sm:grid-cols-2">
        <Side title="Yours" of="added" facts={change?.facts ?? []} />
        <Side title="Theirs" of="removed" facts={change?.facts ?? []} />
      </div>
      <div className="mt-4 flex flex-wrap gap-2">
        <Button size="sm" onClick={() => autosave.chooseMine(id)}>
          Use mine
        </Button>
        <Button size="sm" onClick={() => choose(withBlockOf(mine, theirs, id), "The other version stays")}>
          Use theirs
        </Button>
        {id === PAGE_FIELDS ? null : (
          <Button size="sm" onClick={() => choose(withBoth(mine, theirs, id), "Both versions stay")}>
            Keep both
          </Button>
        )}
      </div>
    </li>
  );
}

/** One version, with its own text marked. Nothing is struck out: both versions exist until the author chooses. */
function Side({ title, of, facts }: { title: string; of: "added" | "removed"; facts: BlockChange["facts"] }) {
  return (
    <section aria-label={title} className="min-w-0 rounded-md bg-sunken p-3">
      <h4 className="mb-2 font-medium text-ink-soft text-sm">{title}</h4>
      <dl className="space-y-2">
        {facts.map(({ label, words }) => (
          <div key={label}>
            <dt className="text-ink-faint text-sm">{label}</dt>
            <dd dir="auto" className="wrap-anywhere whitespace-pre-line">
              {words.length === 0 ? (
                <span className="text-ink-soft">The same words, formatted differently.</span>
              ) : (
                <Words
                  words={words.flatMap((part) =>
                    part.kind === of ? { ...part, kind: "added" } : part.kind === "same" ? part : [],
                  )}
                />
              )}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** The other version in its place, and this author's after it as a block of its own. */
function withBoth(mine: PuckState, theirs: PuckState, id: string): PuckState {
  const found = findItem(mine, id);
  if (!found) return mine;
  const { area, index } = found.place;
  const copies = withNewIds([found.item], newId);
  return insertItems(withBlockOf(mine, theirs, id), { area, index: index + 1 }, copies);
}
