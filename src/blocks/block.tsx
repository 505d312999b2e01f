import type { ComponentType, CSSProperties, ReactNode } from "react";
import type { SlotField } from "#domain/page/block-field.ts";
import type { BlockDeclaration, PropsOf } from "#domain/page/declare-block.ts";
import type { PageItem } from "#domain/page/page.ts";

/** The element around the content of a slot. A view sets its layout; the page or the editor renders it. */
type SlotBox = { className: string; style?: CSSProperties };

/** Renders the content of a slot in the given box; without one directly in the view's element, for readers only. */
export type Slot = (box?: SlotBox) => ReactNode;

type SlotNames<Block extends BlockDeclaration> = {
  [Name in keyof Block["fields"]]: Block["fields"][Name] extends SlotField ? Name : never;
}[keyof Block["fields"]];

/** The input of a view: the stored block, its props after reading, and its slots. */
export type BlockView<Block extends BlockDeclaration> = {
  item: PageItem;
  props: PropsOf<Block>;
  slots: Record<SlotNames<Block>, Slot>;
};

export type ViewOf<Block extends BlockDeclaration> = ComponentType<BlockView<Block>>;

type AnyView = ViewOf<BlockDeclaration>;

/** Each view is exported under the type of its block in stored pages. */
const VIEWS: ReadonlyMap<string, AnyView> = new Map(
  Object.values(
    import.meta.glob<Readonly<Record<string, AnyView>>>("./views/*.tsx", { eager: true }),
  ).flatMap((file) => Object.entries(file)),
);

export const BLOCK_TYPES: readonly string[] = [...VIEWS.keys()];

export function findView(type: string): AnyView | undefined {
  return VIEWS.get(type);
}
