import type { BlockDeclaration } from "#domain/page/declare-block.ts";
import type { ViewOf } from "./block.tsx";

type View = ViewOf<BlockDeclaration>;

/** Each view is exported under the type of its block in stored pages. */
const VIEWS = Object.values(
  import.meta.glob<Readonly<Record<string, View>>>("./views/*.tsx", { eager: true }),
).flatMap((file) => Object.entries(file));

const BY_TYPE: ReadonlyMap<string, View> = new Map(VIEWS);

export const BLOCK_TYPES: readonly string[] = VIEWS.map(([type]) => type);

export function findView(type: string): View | undefined {
  return BY_TYPE.get(type);
}
