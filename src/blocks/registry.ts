import type { BlockDeclaration } from "#domain/page/declare-block.ts";
import type { KnownBlock, KnownBlockType } from "#domain/page/find-block.ts";
import type { ViewOf } from "./block.tsx";
import * as views from "./views.ts";

/** The views by the type in stored pages. A block without a view fails type checking here. */
const VIEWS: { [Type in KnownBlockType]: ViewOf<Extract<KnownBlock, { type: Type }>> } = views;

export const BLOCK_TYPES: readonly string[] = Object.keys(VIEWS);

export function findView(type: string): ViewOf<BlockDeclaration> | undefined {
  return Object.hasOwn(VIEWS, type) ? (VIEWS[type as KnownBlockType] as ViewOf<BlockDeclaration>) : undefined;
}
