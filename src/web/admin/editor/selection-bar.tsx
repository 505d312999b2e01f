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
  type LucideIcon,
  Trash2,
  Ungroup,
} from "lucide-react";
import { useEffect, useState } from "react";
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

/** The bar above the canvas with the actions for the selection (EDIT-3). It is always there, so that nothing moves. */
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
  const areFixed = ids.some((one) => editing.isFixed(one));
  const owner = found?.owners.at(-1);
  const holdsBlocks = found !== undefined && blockShape(found.item.type).slots.length > 0;
  return (
    <>
      <span className="editor-bar__name">{found ? labelOfBlock(found.item.type) : blocks(ids)}</span>
      {owner ? (
        <BarButton
          label="Select the block around it"
          Icon={CornerLeftUp}
          onPress={() => editing.select(owner.props.id)}
        />
      ) : null}
      {areFixed ? (
        <span className="editor-bar__lock">
          <Lock aria-hidden="true" />
          Locked by the template
        </span>
      ) : null}
      {found?.item.type === Paragraph.type && !areFixed ? <FormatBar key={id} blockId={id} /> : null}
      {areFixed ? null : <MoveActions ids={ids} ungroup={holdsBlocks ? () => editing.ungroup(id) : null} />}
      <BarButton label="Save as section" Icon={BookmarkPlus} onPress={saveAsSection} />
      {edited.kind === "template" && found ? (
        <LockButton isLocked={isLocked(found.item)} onPress={() => editing.toggleLock(ids)} />
      ) : null}
      {areFixed ? null : <BarButton label="Delete" Icon={Trash2} onPress={() => editing.remove(ids)} />}
    </>
  );
}

function LockButton({ isLocked, onPress }: { isLocked: boolean; onPress: () => void }) {
  const label = isLocked ? "Unlock" : "Lock in documents";
  return <BarButton label={label} Icon={isLocked ? LockOpen : Lock} onPress={onPress} />;
}

function MoveActions({ ids, ungroup }: { ids: readonly string[]; ungroup: (() => void) | null }) {
  const { editing } = useEditor();
  return (
    <>
      <BarButton label="Move up" Icon={ArrowUp} onPress={() => editing.move(ids, "up")} />
      <BarButton label="Move down" Icon={ArrowDown} onPress={() => editing.move(ids, "down")} />
      {ungroup ? <BarButton label="Ungroup" Icon={Ungroup} onPress={ungroup} /> : null}
      {ids.length === 1 ? null : <BarButton label="Group" Icon={Group} onPress={() => editing.group(ids)} />}
      <BarButton label="Duplicate" Icon={Copy} onPress={() => editing.duplicate(ids)} />
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

function BarButton({ label, Icon, onPress }: { label: string; Icon: LucideIcon; onPress: () => void }) {
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
      <Icon aria-hidden="true" />
    </button>
  );
}
