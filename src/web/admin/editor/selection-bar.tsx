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
import { type ReactNode, useLayoutEffect, useMemo, useRef, useState } from "react";
import { block as Paragraph } from "#domain/page/blocks/paragraph.ts";
import { findItem } from "#domain/page/edit-page.ts";
import { blockShape } from "#domain/page/find-block.ts";
import { isLocked } from "#domain/page/locks.ts";
import { RichTextBar } from "../ui/rich-text-bar.tsx";
import { useDesk, useEditing, usePuckState } from "./editing-context.ts";
import { blocks } from "./spoken-words.ts";

/** The bar above the block selected last (EDIT-3): what is selected, and what may be done with it. */
export function SelectionBar({ label }: { label?: string; children: ReactNode; parentAction: ReactNode }) {
  const { edited, editing, saveAsSection } = useDesk();
  const ids = useEditing((now) => now.selectedIds);
  const may = {
    drag: useMay("drag"),
    duplicate: useMay("duplicate"),
    delete: useMay("delete"),
  };
  const [id] = ids;
  if (id === undefined) return <></>;
  const isOne = ids.length === 1;
  const found = isOne ? findItem(editing.page, id) : undefined;
  const isKept = ids.some((one) => editing.isKept(one));
  const owner = found?.owners.at(-1);
  const holdsBlocks = found !== undefined && blockShape(found.item.type).slots.length > 0;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a press on the bar is not one on the page below it
    // biome-ignore lint/a11y/useKeyWithClickEvents: its buttons have the keys
    <div className="editor-bar" onClick={(event) => event.stopPropagation()}>
      <span className="editor-bar__name">{isOne ? label : blocks(ids)}</span>
      {owner ? (
        <BarButton label="Select what it stands in" onPress={() => editing.select(owner.props.id)}>
          <CornerLeftUp aria-hidden="true" />
        </BarButton>
      ) : null}
      {isKept ? (
        <span className="editor-bar__lock">
          <Lock aria-hidden="true" />
          Locked by the template
        </span>
      ) : null}
      {found?.item.type === Paragraph.type && !isKept ? <FormatBar key={id} blockId={id} /> : null}
      {may.drag && !isKept ? (
        <>
          <BarButton label="Move up" onPress={() => editing.move(ids, "up")}>
            <ArrowUp aria-hidden="true" />
          </BarButton>
          <BarButton label="Move down" onPress={() => editing.move(ids, "down")}>
            <ArrowDown aria-hidden="true" />
          </BarButton>
          {holdsBlocks ? (
            <BarButton label="Ungroup" onPress={() => editing.ungroup(id)}>
              <Ungroup aria-hidden="true" />
            </BarButton>
          ) : null}
          {isOne ? null : (
            <BarButton label="Group" onPress={() => editing.group(ids)}>
              <Group aria-hidden="true" />
            </BarButton>
          )}
        </>
      ) : null}
      {may.duplicate && !isKept ? (
        <BarButton label="Duplicate" onPress={() => editing.duplicate(ids)}>
          <Copy aria-hidden="true" />
        </BarButton>
      ) : null}
      <BarButton label="Save as section" onPress={saveAsSection}>
        <BookmarkPlus aria-hidden="true" />
      </BarButton>
      {edited.kind === "template" && found ? (
        <BarButton
          label={isLocked(found.item) ? "Unlock" : "Lock in documents"}
          onPress={() => editing.toggleLock(ids)}
        >
          {isLocked(found.item) ? <LockOpen aria-hidden="true" /> : <Lock aria-hidden="true" />}
        </BarButton>
      ) : null}
      {may.delete && !isKept ? (
        <BarButton label="Delete" onPress={() => editing.remove(ids)}>
          <Trash2 aria-hidden="true" />
        </BarButton>
      ) : null}
    </div>
  );
}

/** The buttons for the formatted text that is written on the page. */
function FormatBar({ blockId }: { blockId: string }) {
  const place = useRef<HTMLSpanElement>(null);
  const [text, setText] = useState<HTMLDivElement | null>(null);
  useLayoutEffect(() => {
    const block = place.current?.ownerDocument.querySelector(
      `[data-puck-component="${CSS.escape(blockId)}"]`,
    );
    setText(block?.querySelector<HTMLDivElement>(".editor-text") ?? null);
  }, [blockId]);
  const textRef = useMemo(() => ({ current: text }), [text]);
  // A command tells the text itself.
  return (
    <span ref={place} className="editor-bar__format">
      {text ? <RichTextBar textRef={textRef} onChange={() => undefined} hasHeadings /> : null}
    </span>
  );
}

/** Whether the selected block permits it, or the page does. */
function useMay(deed: "drag" | "duplicate" | "delete"): boolean {
  return usePuckState(
    ({ getPermissions, selectedItem }) => getPermissions(selectedItem ? { item: selectedItem } : {})[deed],
  );
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
