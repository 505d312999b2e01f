import { ArrowDown, ArrowUp, Copy, CornerLeftUp, Trash2 } from "lucide-react";
import { type ReactNode, useLayoutEffect, useMemo, useRef, useState } from "react";
import { block as Paragraph } from "#domain/page/blocks/paragraph.ts";
import { findItem } from "#domain/page/edit-page.ts";
import { RichTextBar } from "../ui/rich-text-bar.tsx";
import { useDesk, useEditing, usePuckState } from "./editing-context.ts";

/** The bar above the selected block (EDIT-3): what it is, and what may be done with it. */
export function SelectionBar({ label }: { label?: string; children: ReactNode; parentAction: ReactNode }) {
  const { editing } = useDesk();
  const id = useEditing((now) => now.selectedId);
  const may = {
    drag: useMay("drag"),
    duplicate: useMay("duplicate"),
    delete: useMay("delete"),
  };
  if (id === null) return <></>;
  const owner = findItem(editing.page, id)?.owners.at(-1);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a press on the bar is not one on the page below it
    // biome-ignore lint/a11y/useKeyWithClickEvents: its buttons have the keys
    <div className="editor-bar" onClick={(event) => event.stopPropagation()}>
      <span className="editor-bar__name">{label}</span>
      {owner ? (
        <BarButton label="Select what it stands in" onPress={() => editing.select(owner.props.id)}>
          <CornerLeftUp aria-hidden="true" />
        </BarButton>
      ) : null}
      {findItem(editing.page, id)?.item.type === Paragraph.type ? <FormatBar key={id} blockId={id} /> : null}
      {may.drag ? (
        <>
          <BarButton label="Move up" onPress={() => editing.move(id, "up")}>
            <ArrowUp aria-hidden="true" />
          </BarButton>
          <BarButton label="Move down" onPress={() => editing.move(id, "down")}>
            <ArrowDown aria-hidden="true" />
          </BarButton>
        </>
      ) : null}
      {may.duplicate ? (
        <BarButton label="Duplicate" onPress={() => editing.duplicate(id)}>
          <Copy aria-hidden="true" />
        </BarButton>
      ) : null}
      {may.delete ? (
        <BarButton label="Delete" onPress={() => editing.remove(id)}>
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
