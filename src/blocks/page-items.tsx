import { createElement } from "react";
import { findBlock } from "#domain/page/find-block.ts";
import type { PageItem } from "#domain/page/page.ts";
import { MAX_NESTING, slotItems } from "#domain/page/walk-page.ts";
import type { Slot } from "./block.tsx";
import { BlockBoundary, FailedBlock } from "./block-boundary.tsx";
import { findView } from "./registry.ts";
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
  const View = findView(item.type);
  const block = findBlock(item.type);
  if (!View || !block) return null;
  if (failedBlocks?.includes(item.props.id)) return <FailedBlock />;
  const slots = block.shape.slots.map((name) => [name, slotOf(slotItems(item, name), depth + 1)]);
  return createElement(View, { item, props: block.read(item.props), slots: Object.fromEntries(slots) });
}

function slotOf(items: readonly PageItem[], depth: number): Slot {
  const inside = <PageItems items={items} depth={depth} />;
  return (box) => (box ? <div {...box}>{inside}</div> : inside);
}
