import { type Config, type Data, Puck, useGetPuck } from "@puckeditor/core";
import "@puckeditor/core/no-external.css";
import { memo, type ReactNode, useEffect, useLayoutEffect, useMemo, useState } from "react";
import { getAdminDocument } from "#contract/admin/documents.ts";
import { getDraft } from "#contract/admin/drafts.ts";
import { getTemplate } from "#contract/admin/templates.ts";
import { areSamePages, findItems } from "#domain/page/edit-page.ts";
import { isSameJson } from "#domain/page/json-value.ts";
import type { PageItem, PuckState } from "#domain/page/page.ts";
import { allItems } from "#domain/page/walk-page.ts";
import { styleNonce } from "#web/lib/style-nonce.ts";
import { useCached, useCall } from "#web/lib/use-call.ts";
import { type CopyOf, forgetLocalCopy, keepLocalCopy, takeLocalCopy } from "../ui/local-copy.ts";
import type { ThisTab } from "../ui/this-tab.ts";
import { useAnnouncer } from "./announcer.tsx";
import { Autosave } from "./autosave.ts";
import type { Edited } from "./edited.ts";
import { type Desk, DeskProvider } from "./editing-context.ts";
import { EDITOR_CONFIG } from "./editor-config.tsx";
import { EditorLayout } from "./editor-layout.tsx";
import { FrameDocument } from "./frame-document.tsx";
import { nonceStyles } from "./nonce-styles.ts";
import { PageEditing } from "./page-editing.ts";
import { SaveSectionDialog } from "./sections/section-dialogs.tsx";
import { SelectionBar } from "./selection-bar.tsx";
import { useSteady } from "./use-steady.ts";

type PageEditorProps = {
  edited: Edited;
  personId: string;
  tab: ThisTab;
  /** Opens the page again, as the server has it. */
  onReopen: () => void;
};

const OVERRIDES = { iframe: FrameDocument, actionBar: SelectionBar };
const FRAME = { enabled: true, waitForStyles: true };
const STORE = window.localStorage;

/** The editor of one page. Its state outlives Puck's, which is mounted anew once the canvas is ready. */
export function PageEditor({ edited, personId, tab, onReopen }: PageEditorProps) {
  const { id, kind } = edited;
  const { say, announcer } = useAnnouncer();
  const cached = useCached();
  const [copies, setCopies] = useState(edited.images);
  const [isKept, setIsKept] = useState(true);
  const [copyOf] = useState(() => ({ personId, documentId: id, tabId: tab.id }));
  const [start] = useState(() => findStart(edited, copyOf, tab));
  const [autosave] = useState(() => {
    return new Autosave(edited.page, edited.revision, {
      async send(page, revision, signal) {
        const sent = await edited.save(page, revision, signal);
        if (sent.kind !== "saved") return sent;
        // Blocks are shown again only if a copy is new.
        setCopies((known) => (isSameJson(known, sent.images) ? known : sent.images));
        void cached.refetch(kind === "document" ? getAdminDocument : getTemplate);
        return sent;
      },
      keep(page, revision) {
        if (page === null) return forgetLocalCopy(STORE, copyOf);
        const copy = { page, revision, keptAt: new Date().toISOString() };
        setIsKept(keepLocalCopy(STORE, copyOf, copy));
      },
    });
  });
  const [editing] = useState(
    () =>
      new PageEditing(start.page, {
        onChange: (page) => autosave.changed(page),
        onTyping: (isTyping) => autosave.typing(isTyping),
        say,
        areLocksKept: kind === "document",
      }),
  );
  useEffect(() => {
    if (start.isBehind) {
      const { savedAt, savedBy } = edited;
      autosave.meet({ savedAt, savedBy }, start.page, start.revision);
    } else if (start.isRestored) autosave.changed(start.page);
  }, [autosave, start, edited]);
  useSaveWhenLeaving(editing, autosave);
  nonceStyles(document, styleNonce());

  // Prices follow the work orders as they are now, whoever changes them.
  const asked = kind === "document" ? { params: { id } } : null;
  const current = useCall(getDraft, asked, { revalidateOnMount: false });
  const work = useSteady(current.data?.work ?? edited.work, isSameJson);
  const [isHeld, setIsHeld] = useState(false);
  const [section, setSection] = useState<readonly PageItem[] | null>(null);
  const desk = useMemo(
    (): Desk => ({
      ...{ edited, editing, autosave, work, copies, isKept, say, hold: setIsHeld },
      saveAsSection() {
        if (editing.refusesFor(editing.selectedIds)) return;
        editing.drafts.flush();
        setSection(findItems(editing.page, editing.selectedIds).map(({ item }) => item));
      },
    }),
    [edited, editing, autosave, work, copies, isKept, say],
  );
  return (
    <>
      {announcer}
      <DeskProvider value={desk}>
        <div className="editor-frame" inert={isHeld}>
          <PuckEditor start={start} editing={editing} personId={personId} onReopen={onReopen} />
        </div>
        {section ? <SaveSectionDialog items={section} onClose={() => setSection(null)} /> : null}
      </DeskProvider>
    </>
  );
}

type PuckEditorProps = Pick<PageEditorProps, "personId" | "onReopen"> & {
  start: Start;
  editing: PageEditing;
};

/** Puck shows every block again whenever it is rendered, so nothing that is read or saved meanwhile renders it. */
const PuckEditor = memo(function PuckEditor({ start, editing, personId, onReopen }: PuckEditorProps) {
  return (
    <Puck
      config={EDITOR_CONFIG as Config}
      data={start.page as Data}
      onAction={editing.heard}
      overrides={OVERRIDES}
      iframe={FRAME}
      _experimentalVirtualization={start.isLong}
      height="100%"
    >
      <Connected editing={editing}>
        <EditorLayout personId={personId} isRestored={start.isRestored} onReopen={onReopen} />
      </Connected>
    </Puck>
  );
});

/** Puck mounts its children, and as soon as they have a frame mounts them anew. The first time is for the frame only. */
function Connected({ editing, children }: { editing: PageEditing; children: ReactNode }) {
  const getPuck = useGetPuck();
  const [isFirst] = useState(() => !editing.isConnected);
  useLayoutEffect(() => editing.connect((action) => getPuck().dispatch(action)), [editing, getPuck]);
  return isFirst ? <Puck.Preview /> : children;
}

type Start = {
  page: PuckState;
  /** The revision that the page was made from. */
  revision: number;
  /** The page comes from this computer. */
  isRestored: boolean;
  /** Somebody has saved another page since. */
  isBehind: boolean;
  /** Only what is in sight and near it is on the canvas. */
  isLong: boolean;
};

function findStart({ page, revision }: Edited, copyOf: CopyOf, tab: ThisTab): Start {
  const copy = takeLocalCopy(STORE, copyOf, tab.openIds);
  if (!copy || areSamePages(copy.page, page)) {
    forgetLocalCopy(STORE, copyOf);
    return { page, revision, isRestored: false, isBehind: false, isLong: isLong(page) };
  }
  return {
    page: copy.page,
    revision: copy.revision,
    isRestored: true,
    isBehind: copy.revision !== revision,
    isLong: isLong(copy.page),
  };
}

/** A shorter page is whole on the canvas, so that the browser's own search finds every word of it. */
const MOST_BLOCKS_AT_ONCE = 100;

function isLong(page: PuckState): boolean {
  return allItems(page).length > MOST_BLOCKS_AT_ONCE;
}

/** What is typed is kept when the window closes or is put away, and saved when the person goes to another screen. */
function useSaveWhenLeaving(editing: PageEditing, autosave: Autosave): void {
  useEffect(() => {
    const keep = () => editing.drafts.flush();
    window.addEventListener("pagehide", keep);
    document.addEventListener("visibilitychange", keep);
    return () => {
      window.removeEventListener("pagehide", keep);
      document.removeEventListener("visibilitychange", keep);
      editing.drafts.flush();
      void autosave.saveNow().finally(() => autosave.stop());
    };
  }, [editing, autosave]);
}
