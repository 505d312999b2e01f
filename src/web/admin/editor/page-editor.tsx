import { useEffect, useMemo, useState } from "react";
import { getManagedDocument } from "#contract/admin/documents.ts";
import { getDraft } from "#contract/admin/drafts.ts";
import { getTemplate } from "#contract/admin/templates.ts";
import { areSamePages, findItems } from "#domain/page/edit-page.ts";
import { isSameJson } from "#domain/page/json-value.ts";
import type { PageItem, PuckState } from "#domain/page/page.ts";
import { useCached, useCall } from "#web/lib/use-call.ts";
import { useLive } from "#web/lib/use-live.ts";
import { showToast } from "#web/ui/toasts.tsx";
import { useAnnouncer } from "../ui/announcer.tsx";
import { listen } from "../ui/listeners.ts";
import { type CopyOf, claimLocalCopy, forgetLocalCopy, saveLocalCopy } from "../ui/local-copy.ts";
import type { ThisTab } from "../ui/this-tab.ts";
import { useSteady } from "../ui/use-latest.ts";
import { Autosave, type UnsavedPage } from "./autosave.ts";
import { DragController } from "./drag/drag-controller.ts";
import type { Edited } from "./edited.ts";
import { type EditorContext, EditorProvider } from "./editing-context.ts";
import { EditorLayout } from "./editor-layout.tsx";
import { usePresence } from "./other-authors.tsx";
import { PageEditing } from "./page-editing.ts";
import { Presence } from "./presence.ts";
import { SaveSectionDialog } from "./sections/section-dialogs.tsx";

type PageEditorProps = {
  edited: Edited;
  personId: string;
  tab: ThisTab;
  /** Opens the page again, as the server has it. */
  onReopen: () => void;
};

const STORE = window.localStorage;
const DELETED_BLOCK_STAYS =
  "One of you has deleted what another has changed, so it stays on the page with the change.";

/** The editor of one page. */
export function PageEditor({ edited, personId, tab, onReopen }: PageEditorProps) {
  const { id, kind } = edited;
  const { announce, announcer } = useAnnouncer();
  const cached = useCached();
  const [imageCopies, setImageCopies] = useState(edited.images);
  const [isCopySaved, setIsCopySaved] = useState(true);
  const [copyOf] = useState(() => ({ personId, documentId: id, tabId: tab.id }));
  const [unsaved] = useState(() => findUnsaved(edited, copyOf, tab));
  const [{ autosave, editing }] = useState(() => {
    const hooks: ConstructorParameters<typeof Autosave>[1] = {
      async send(page, revision, signal) {
        const sent = await edited.save(page, revision, signal);
        if (sent.kind !== "saved") return sent;
        // Blocks are shown again only if a copy is new.
        setImageCopies((known) => (isSameJson(known, sent.images) ? known : sent.images));
        void cached.refetch(kind === "document" ? getManagedDocument : getTemplate);
        return sent;
      },
      read: edited.readStored,
      saveCopy(current, revision) {
        if (current === null) return forgetLocalCopy(STORE, copyOf);
        const copy = { ...current, revision, keptAt: new Date().toISOString() };
        setIsCopySaved(saveLocalCopy(STORE, copyOf, copy));
      },
      flush: () => made.editing.drafts.flush(),
      show({ mine, survivingIds }) {
        if (!areSamePages(mine, made.editing.page)) made.editing.applyRemotePage(mine);
        if (survivingIds.length === 0) return;
        showToast({ title: "A deleted block stays", text: DELETED_BLOCK_STAYS });
        announce(DELETED_BLOCK_STAYS);
      },
      showStored(page) {
        if (!areSamePages(page, made.editing.page)) made.editing.showStored(page);
      },
    };
    const saves = new Autosave(edited, hooks, unsaved);
    const made = {
      autosave: saves,
      editing: new PageEditing(saves.latest, {
        onChange: (page) => saves.changed(page),
        onTyping: (isTyping) => saves.typing(isTyping),
        announce,
        areLocksEnforced: kind === "document",
      }),
    };
    return made;
  });
  const [drag] = useState(() => new DragController(editing, announce));
  const [presence] = useState(() => {
    const report = edited.reportPresence;
    return new Presence(personId, { report: (position) => report({ tabId: tab.id, position }), announce });
  });
  usePresence(presence, id, editing);
  useEffect(() => {
    if (unsaved) autosave.resume();
  }, [autosave, unsaved]);
  useTheirSaves(edited, autosave);
  useSaveWhenLeaving(editing, autosave);

  // Prices follow the current work orders, also after changes by other people.
  const request = kind === "document" ? { params: { id } } : null;
  const current = useCall(getDraft, request, { revalidateOnMount: false });
  const work = useSteady(current.data?.work ?? edited.work, isSameJson);
  const [isPaused, setIsPaused] = useState(false);
  const [section, setSection] = useState<readonly PageItem[] | null>(null);
  const context = useMemo(
    (): EditorContext => ({
      edited,
      editing,
      autosave,
      presence,
      drag,
      work,
      copies: imageCopies,
      isCopySaved,
      announce,
      setPaused: setIsPaused,
      saveAsSection() {
        if (editing.refusesFor(editing.selectedIds)) return;
        editing.drafts.flush();
        setSection(findItems(editing.page, editing.selectedIds).map(({ item }) => item));
      },
    }),
    [edited, editing, autosave, presence, drag, work, imageCopies, isCopySaved, announce],
  );
  return (
    <>
      {announcer}
      <EditorProvider value={context}>
        <div className="editor-frame" inert={isPaused}>
          <EditorLayout isRestored={unsaved !== undefined} onReopen={onReopen} />
        </div>
        {section ? <SaveSectionDialog items={section} onClose={() => setSection(null)} /> : null}
      </EditorProvider>
    </>
  );
}

const EMPTY: PuckState = { content: [], root: {} };

/** The unsaved changes on this computer, and their base version. */
function findUnsaved({ page, revision }: Edited, copyOf: CopyOf, tab: ThisTab): UnsavedPage | undefined {
  const copy = claimLocalCopy(STORE, copyOf, tab.openIds);
  if (!copy || areSamePages(copy.page, page)) {
    forgetLocalCopy(STORE, copyOf);
    return undefined;
  }
  const [base = copy.revision === revision ? page : EMPTY, ...sent] = copy.bases ?? [];
  return { page: copy.page, bases: [base, ...sent] };
}

const PAGES: readonly string[] = ["draft", "document", "template"];

/** Merges what others save while this page is open, whether its author writes or not. */
function useTheirSaves({ id, readStored }: Edited, autosave: Autosave): void {
  async function merge(revision = Number.POSITIVE_INFINITY) {
    // The live event of a save may arrive before its answer.
    await autosave.answered;
    if (revision <= autosave.revision) return;
    // The next save, or the next event, merges what cannot be read now.
    await readStored().then(
      (theirs) => autosave.offer(theirs),
      () => undefined,
    );
  }
  useLive(
    (event) => {
      if (PAGES.includes(event.kind) && event.id === id) void merge(event.revision);
    },
    () => void merge(),
  );
}

/** Unsaved input is stored locally when the window closes or is hidden, and saved when the person leaves the screen. */
function useSaveWhenLeaving(editing: PageEditing, autosave: Autosave): void {
  useEffect(() => {
    const flushDrafts = () => editing.drafts.flush();
    // The second event bubbles from the document.
    const unlisten = listen(window, { pagehide: flushDrafts, visibilitychange: flushDrafts });
    return () => {
      unlisten();
      flushDrafts();
      void autosave.saveNow().finally(() => autosave.stop());
    };
  }, [editing, autosave]);
}
