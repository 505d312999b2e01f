import { createContext, use, useCallback, useSyncExternalStore } from "react";
import type { StoredCopy } from "#domain/drafts/working-draft.ts";
import type { DocumentWork } from "#domain/work-orders/document-work.ts";
import { useObserved } from "../ui/listeners.ts";
import type { Autosave, SaveState } from "./autosave.ts";
import type { DragController } from "./drag/drag-controller.ts";
import type { Edited } from "./edited.ts";
import type { PageEditing } from "./page-editing.ts";
import type { OtherAuthor, Presence } from "./presence.ts";

/** What the whole editor shares. */
export type EditorContext = {
  edited: Edited;
  editing: PageEditing;
  autosave: Autosave;
  presence: Presence;
  drag: DragController;
  /** Its work orders and products as they are now. */
  work: DocumentWork;
  /** Our copies of images on other hosts. */
  copies: readonly StoredCopy[];
  /** False if this browser has no room for a copy of unsaved work. */
  isCopySaved: boolean;
  announce(text: string): void;
  /** Locks editing while the server changes the whole page, as with variables: the editor reopens with the result. */
  setPaused(isPaused: boolean): void;
  /** Asks for a name under which to save the selected blocks as a section. */
  saveAsSection(): void;
};

const ReactEditorContext = createContext<EditorContext | null>(null);

export const EditorProvider = ReactEditorContext.Provider;

export function useEditor(): EditorContext {
  const context = use(ReactEditorContext);
  if (!context) throw new Error("This part of the editor has no EditorProvider.");
  return context;
}

/** The texts of a block that are being typed and are no change of the page yet. */
export function useDraft(blockId: string): Readonly<Record<string, unknown>> | undefined {
  const { drafts } = useEditor().editing;
  const subscribe = useCallback(
    (listener: () => void) => drafts.subscribe(blockId, listener),
    [drafts, blockId],
  );
  return useSyncExternalStore(subscribe, () => drafts.of(blockId));
}

/** A fact about the page or the selection, read again after each change. */
export function useEditing<Fact>(read: (editing: PageEditing) => Fact): Fact {
  const { editing } = useEditor();
  return useObserved(editing, () => read(editing));
}

export function useSaveState(): SaveState {
  const { autosave } = useEditor();
  return useObserved(autosave, autosave.now);
}

/** The other authors whose caret is in this block. */
export function useOthersAt(blockId: string): readonly OtherAuthor[] {
  const { presence } = useEditor();
  return useObserved(presence, () => presence.othersAt(blockId));
}
