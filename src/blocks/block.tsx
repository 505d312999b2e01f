import type { ComponentType, ReactNode } from "react";
import type { PageItem } from "#domain/page/page.ts";

/** What a block is shown from: its props as read, and what its slots hold. */
export type BlockView<Props> = { id: string; props: Props; slots: Record<string, ReactNode> };

/** One type of block. */
export type Block = {
  label: string;
  show(item: PageItem, slots: BlockView<unknown>["slots"]): ReactNode;
};

export function defineBlock<Props>(definition: {
  label: string;
  /** Reads the stored props. Never throws: what cannot be read becomes a default. */
  read(props: PageItem["props"]): Props;
  View: ComponentType<BlockView<Props>>;
}): Block {
  const { label, read, View } = definition;
  return { label, show: (item, slots) => <View id={item.props.id} props={read(item.props)} slots={slots} /> };
}
