import { blockShape } from "#domain/page/block-shapes.ts";
import type { PageItem } from "#domain/page/page.ts";
import { MAX_NESTING, slotItems } from "#domain/page/walk-page.ts";
import { BlockBoundary, FailedBlock } from "./block-boundary.tsx";
import { findBlock } from "./registry.ts";
import { useRenderContext } from "./render-context.ts";

/** The blocks of a page or of a slot, in order. */
export function PageItems({ items, depth = 1 }: { items: readonly PageItem[]; depth?: number }) {
  if (depth > MAX_NESTING) return null;
  return items.map((item) => (
    <BlockBoundary key={item.props.id} item={item}>
      <ShownItem item={item} depth={depth} />
    </BlockBoundary>
  ));
}

function ShownItem({ item, depth }: { item: PageItem; depth: number }) {
  const { failedBlocks } = useRenderContext();
  const block = findBlock(item.type);
  if (!block) return null;
  if (failedBlocks?.includes(item.props.id)) return <FailedBlock />;
  const slots = blockShape(item.type).slots.map((slot) => [
    slot,
    <PageItems key={slot} items={slotItems(item, slot)} depth={depth + 1} />,
  ]);
  return block.show(item, Object.fromEntries(slots));
}
