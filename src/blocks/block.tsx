import type { ComponentType, CSSProperties, ReactNode } from "react";
import type { SlotField } from "#domain/page/block-field.ts";
import type { BlockDeclaration, PropsOf } from "#domain/page/declare-block.ts";
import type { PageItem } from "#domain/page/page.ts";

/** The element around what a slot holds: a view says how it lies, the page or the editor makes it. */
export type SlotBox = { className: string; style?: CSSProperties };

/** What a slot holds, in a box of its own; without one in the view's element, which only readers are shown. */
export type Slot = (box?: SlotBox) => ReactNode;

type SlotNames<Block extends BlockDeclaration> = {
  [Name in keyof Block["fields"]]: Block["fields"][Name] extends SlotField ? Name : never;
}[keyof Block["fields"]];

/** What a block is shown from: the stored block, its props as read, and its slots. */
export type BlockView<Block extends BlockDeclaration> = {
  item: PageItem;
  props: PropsOf<Block>;
  slots: Record<SlotNames<Block>, Slot>;
};

export type ViewOf<Block extends BlockDeclaration> = ComponentType<BlockView<Block>>;
