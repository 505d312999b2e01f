import type { SlotComponent } from "@puckeditor/core";
import { createContext, createElement, use } from "react";
import { BlockBoundary } from "#blocks/page-content.tsx";
import { findView } from "#blocks/registry.ts";
import { RenderContextProvider } from "#blocks/render-context.ts";
import { OPENING, SurfaceProvider, useSurface } from "#blocks/surface.ts";
import type { StoredCopy } from "#domain/drafts/working-draft.ts";
import { findBlock } from "#domain/page/find-block.ts";
import { showKeptImages } from "#domain/page/images.ts";
import { isLocked } from "#domain/page/locks.ts";
import type { PageItem } from "#domain/page/page.ts";
import { resolveWorkOrders } from "#domain/page/resolve-work-orders.ts";
import type { DocumentWork } from "#domain/work-orders/document-work.ts";
import { labelOf } from "./block-labels.ts";
import { useDesk, useDraft, useEditing } from "./editing-context.ts";
import { LOCKED_MARK } from "./hold-locked.ts";
import { inZone } from "./in-zone.tsx";
import { KEPT_CONTEXT, OpeningContext } from "./sheet.tsx";

/** Whether a locked block is around. */
const LockContext = createContext(false);

type EditedBlockProps = {
  type: string;
  /** The stored props, with a component of Puck in place of each slot. */
  stored: { id: string } & Record<string, unknown>;
  dragRef: ((element: Element | null) => void) | null;
};

/** A block on the canvas, as readers see it, with what is being typed into it. */
export function EditedBlock({ type, stored, dragRef }: EditedBlockProps) {
  const { edited, work, copies } = useDesk();
  const draft = useDraft(stored.id);
  const isMarked = useEditing(({ selectedIds }) => selectedIds.length > 1 && selectedIds.includes(stored.id));
  const isInOpening = use(OpeningContext).includes(stored.id);
  const surface = useSurface();
  const isInLock = use(LockContext);
  const block = findBlock(type);
  const View = findView(type);
  if (!block || !View) return null;
  const slotNames = block.shape.slots;
  const emptySlots = Object.fromEntries(slotNames.map((slot) => [slot, []]));
  const item = asShown({ type, props: { ...stored, ...draft, ...emptySlots } }, work, copies);
  const isLock = !isInLock && isLocked(item);
  const isKept = edited.kind === "document" && (isInLock || isLock);
  const slots = Object.fromEntries(
    slotNames.map((slot) => [slot, inZone(stored[slot] as SlotComponent | undefined, isKept)]),
  );
  const view = (
    <BlockBoundary item={item}>
      {createElement(View, { item, props: block.read(item.props), slots })}
    </BlockBoundary>
  );
  const kept =
    isLock && isKept ? <RenderContextProvider value={KEPT_CONTEXT}>{view}</RenderContextProvider> : view;
  const shown = isLock ? <LockContext value>{kept}</LockContext> : kept;
  return (
    <div
      ref={dragRef}
      className="editor-block"
      data-type={type}
      data-opening={isInOpening || undefined}
      data-marked={isMarked || undefined}
      {...{ [LOCKED_MARK]: isLock ? (isKept ? "kept" : "free") : undefined }}
      data-empty={`${labelOf(type)}: readers see nothing here yet`}
    >
      {/* Always there: a text that is being written keeps its element when the opening grows or shrinks. */}
      <SurfaceProvider value={isInOpening ? OPENING : surface}>{shown}</SurfaceProvider>
    </div>
  );
}

/** A page stores the ids of work orders and the addresses of images; readers see the work and our copies. */
function asShown(item: PageItem, work: DocumentWork, copies: readonly StoredCopy[]): PageItem {
  const images = new Map(copies.map(({ source, ...copy }) => [source, copy]));
  const page = showKeptImages(resolveWorkOrders({ content: [item], root: {} }, work), images);
  return page.content[0] ?? item;
}
