import type { Editor } from "@tiptap/core";
import {
  ArrowDown,
  ArrowUp,
  BookmarkPlus,
  Copy,
  CornerLeftUp,
  Group,
  Lock,
  LockOpen,
  Trash2,
  Ungroup,
} from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import { labelOfBlock } from "#domain/page/block-edits.ts";
import { block as Paragraph } from "#domain/page/blocks/paragraph.ts";
import { findItem } from "#domain/page/edit-page.ts";
import { blockShape } from "#domain/page/find-block.ts";
import { isLocked } from "#domain/page/locks.ts";
import { showToast } from "#web/ui/toasts.tsx";
import { RichTextBar } from "../ui/rich-text-bar.tsx";
import { TableButton } from "../ui/text/table-bar.tsx";
import { blocks } from "./announcements.ts";
import { useEditing, useEditor } from "./editing-context.ts";
import { useLiveRichText } from "./live-text.ts";
import { makePricingTable } from "./replace-line.ts";
import "./selection-bar.css";

/**
 * The bar above the canvas (EDIT-3): what is selected, and what may be done with it. Its place is kept, so that a
 * selection moves nothing, and it hides while its author types.
 */
export function SelectionBar({ frame }: { frame: Document | null }) {
  const isTyping = useTyping(frame);
  return (
    <div
      role="toolbar"
      aria-label="Selected block"
      className="editor-bar"
      data-typing={isTyping || undefined}
    >
      <Actions />
    </div>
  );
}

function Actions() {
  const { edited, editing, saveAsSection } = useEditor();
  const ids = useEditing((now) => now.selectedIds);
  const page = useEditing((now) => now.page);
  const [id] = ids;
  if (id === undefined) {
    return <span className="editor-bar__name">Select a block to move, copy or delete it</span>;
  }
  const isOne = ids.length === 1;
  const found = isOne ? findItem(page, id) : undefined;
  const areKeptFixed = ids.some((one) => editing.isFixed(one));
  const owner = found?.owners.at(-1);
  const holdsBlocks = found !== undefined && blockShape(found.item.type).slots.length > 0;
  return (
    <>
      <span className="editor-bar__name">{found ? labelOfBlock(found.item.type) : blocks(ids)}</span>
      {owner ? (
        <BarButton label="Select the block around it" onPress={() => editing.select(owner.props.id)}>
          <CornerLeftUp aria-hidden="true" />
        </BarButton>
      ) : null}
      {areKeptFixed ? (
        <span className="editor-bar__lock">
          <Lock aria-hidden="true" />
          Locked by the template
        </span>
      ) : null}
      {found?.item.type === Paragraph.type && !areKeptFixed ? <FormatBar key={id} blockId={id} /> : null}
      {areKeptFixed ? null : (
        <MoveActions ids={ids} ungroup={holdsBlocks ? () => editing.ungroup(id) : null} />
      )}
      <BarButton label="Save as section" onPress={saveAsSection}>
        <BookmarkPlus aria-hidden="true" />
      </BarButton>
      {edited.kind === "template" && found ? (
        <LockButton isLocked={isLocked(found.item)} onPress={() => editing.toggleLock(ids)} />
      ) : null}
      {areKeptFixed ? null : (
        <BarButton label="Delete" onPress={() => editing.remove(ids)}>
          <Trash2 aria-hidden="true" />
        </BarButton>
      )}
    </>
  );
}

function LockButton({ isLocked, onPress }: { isLocked: boolean; onPress: () => void }) {
  return (
    <BarButton label={isLocked ? "Unlock" : "Lock in documents"} onPress={onPress}>
      {isLocked ? <LockOpen aria-hidden="true" /> : <Lock aria-hidden="true" />}
    </BarButton>
  );
}

type MoveActionsProps = { ids: readonly string[]; ungroup: (() => void) | null };

function MoveActions({ ids, ungroup }: MoveActionsProps) {
  const { editing } = useEditor();
  return (
    <>
      <BarButton label="Move up" onPress={() => editing.move(ids, "up")}>
        <ArrowUp aria-hidden="true" />
      </BarButton>
      <BarButton label="Move down" onPress={() => editing.move(ids, "down")}>
        <ArrowDown aria-hidden="true" />
      </BarButton>
      {ungroup ? (
        <BarButton label="Ungroup" onPress={ungroup}>
          <Ungroup aria-hidden="true" />
        </BarButton>
      ) : null}
      {ids.length === 1 ? null : (
        <BarButton label="Group" onPress={() => editing.group(ids)}>
          <Group aria-hidden="true" />
        </BarButton>
      )}
      <BarButton label="Duplicate" onPress={() => editing.duplicate(ids)}>
        <Copy aria-hidden="true" />
      </BarButton>
    </>
  );
}

/** The buttons for the formatted text that is written on the page. */
function FormatBar({ blockId }: { blockId: string }) {
  const context = useEditor();
  const editor = useLiveRichText(blockId);
  function price(text: Editor): void {
    const made = makePricingTable(context, blockId, text);
    if ("refusal" in made) {
      showToast({ tone: "error", title: "The table stays as it is", text: made.refusal });
    } else if (made.leftOut !== "") {
      showToast({ tone: "success", title: "Made a pricing table", text: `Left out ${made.leftOut}` });
    }
  }
  return (
    <span className="editor-bar__format">
      {editor ? (
        <RichTextBar
          editor={editor}
          hasHeadings
          tableCommands={<TableButton label="Make it a pricing table" onPress={() => price(editor)} />}
        />
      ) : null}
    </span>
  );
}

/** Whether the author types on the page, until the pointer moves or another block is selected. */
export function useTyping(frame: Document | null): boolean {
  const [isTyping, setIsTyping] = useState(false);
  const selectedId = useEditing((now) => now.selectedId);
  const [typedIn, setTypedIn] = useState(selectedId);
  if (selectedId !== typedIn) {
    setTypedIn(selectedId);
    setIsTyping(false);
  }
  useEffect(() => {
    if (!frame) return;
    const listening = new AbortController();
    const { signal } = listening;
    frame.addEventListener("input", () => setIsTyping(true), { signal });
    for (const target of [frame, document]) {
      target.addEventListener("pointermove", () => setIsTyping(false), { signal });
    }
    return () => listening.abort();
  }, [frame]);
  return isTyping;
}

type BarButtonProps = { label: string; onPress: () => void; children: ReactNode };

function BarButton({ label, onPress, children }: BarButtonProps) {
  return (
    <button
      type="button"
      className="editor-bar__button"
      aria-label={label}
      title={label}
      // The text on the page keeps its caret.
      onPointerDown={(event) => event.preventDefault()}
      onClick={onPress}
    >
      {children}
    </button>
  );
}
