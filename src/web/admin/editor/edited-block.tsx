import { createContext, createElement, memo, use, useMemo } from "react";
import type { Slot } from "#blocks/block.tsx";
import { findView } from "#blocks/block.tsx";
import { BlockBoundary } from "#blocks/page-content.tsx";
import { RenderContextProvider } from "#blocks/render-context.ts";
import { HERO_BACKGROUND, SurfaceContext } from "#blocks/surface.ts";
import type { StoredCopy } from "#domain/drafts/working-draft.ts";
import { labelOfBlock } from "#domain/page/block-edits.ts";
import { findBlock } from "#domain/page/find-block.ts";
import { showStoredImages } from "#domain/page/images.ts";
import { isLocked } from "#domain/page/locks.ts";
import type { PageItem } from "#domain/page/page.ts";
import { resolveWorkOrders } from "#domain/page/resolve-work-orders.ts";
import { allItems, MAX_NESTING, slotItems } from "#domain/page/walk-page.ts";
import type { DocumentWork } from "#domain/work-orders/document-work.ts";
import { blockName } from "./block-labels.ts";
import { useDraft, useEditing, useEditor, useOthersAt } from "./editing-context.ts";
import { inArea } from "./in-area.tsx";
import { FIXED_CONTEXT, HeroContext } from "./sheet.tsx";

/** Whether a locked block is around. */
const LockContext = createContext(false);

/** On longer pages the browser lays out only blocks near the viewport. All text stays in the DOM. */
const MAX_BLOCKS_LAID_OUT = 100;

/** The blocks that stand on the page itself. */
export function PageArea() {
  const page = useEditing((now) => now.page);
  const isLong = useMemo(() => allItems(page).length > MAX_BLOCKS_LAID_OUT, [page]);
  return (
    <div data-area="root" data-long={isLong || undefined} className="editor-root">
      <EditedBlocks items={page.content} depth={1} />
    </div>
  );
}

function EditedBlocks({ items, depth }: { items: readonly PageItem[]; depth: number }) {
  if (depth > MAX_NESTING) return null;
  return items.map((item) => <EditedBlock key={item.props.id} stored={item} depth={depth} />);
}

/** A block on the canvas, as readers see it, with its draft text. It renders only if it changes. */
const EditedBlock = memo(function EditedBlock({ stored, depth }: { stored: PageItem; depth: number }) {
  const { edited, work, copies } = useEditor();
  const { type } = stored;
  const { id } = stored.props;
  const draft = useDraft(id);
  const isSelected = useEditing(({ selectedId }) => selectedId === id);
  const isMarked = useEditing(({ selectedIds }) => selectedIds.length > 1 && selectedIds.includes(id));
  // Two tabs of one person have one name.
  const others = [...new Set(useOthersAt(id).map(({ label }) => label))].join(", ");
  const isInHero = use(HeroContext).includes(id);
  const surface = use(SurfaceContext);
  const isInLock = use(LockContext);
  const slotNames = findBlock(type)?.shape.slots ?? [];
  const emptySlots = Object.fromEntries(slotNames.map((slot) => [slot, []]));
  const item = asShown({ type, props: { ...stored.props, ...draft, ...emptySlots } }, work, copies);
  const isLock = !isInLock && isLocked(item);
  const isFixed = edited.kind === "document" && (isInLock || isLock);
  const lockState = isLock ? (isFixed ? "kept" : "free") : undefined;
  const slots = Object.fromEntries(
    slotNames.map((slot) => [
      slot,
      inArea(id, slot, isSelected, <EditedBlocks items={slotItems(stored, slot)} depth={depth + 1} />),
    ]),
  );
  const view = viewOf(item, slots);
  const guarded =
    isLock && isFixed ? <RenderContextProvider value={FIXED_CONTEXT}>{view}</RenderContextProvider> : view;
  const shown = isLock ? <LockContext value>{guarded}</LockContext> : guarded;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a block is no group of fields
    <div
      role="group"
      aria-label={nameWith(item, others)}
      tabIndex={-1}
      className="editor-block"
      data-block-id={id}
      data-type={type}
      data-hero={isInHero || undefined}
      data-selected={isSelected || undefined}
      data-marked={isMarked || undefined}
      data-others={others || undefined}
      data-locked={lockState}
      data-empty={`${labelOfBlock(type)}: readers see nothing here yet`}
    >
      {/* Always there: a text that is being written keeps its element when the opening grows or shrinks. */}
      <SurfaceContext value={isInHero ? HERO_BACKGROUND : surface}>{shown}</SurfaceContext>
    </div>
  );
});

function nameWith(item: PageItem, others: string): string {
  return others === "" ? blockName(item) : `${blockName(item)}, also here: ${others}`;
}

function viewOf(item: PageItem, slots: Record<string, Slot>) {
  const block = findBlock(item.type);
  const View = findView(item.type);
  if (!block || !View) return <p className="cp-edit-note">No configuration for {item.type}</p>;
  return (
    <BlockBoundary item={item}>
      {createElement(View, { item, props: block.read(item.props), slots })}
    </BlockBoundary>
  );
}

/** A page stores the ids of work orders and the addresses of images; readers see the work and our copies. */
function asShown(item: PageItem, work: DocumentWork, copies: readonly StoredCopy[]): PageItem {
  const images = new Map(copies.map(({ source, ...copy }) => [source, copy]));
  const page = showStoredImages(resolveWorkOrders({ content: [item], root: {} }, work), images);
  return page.content[0] ?? item;
}
