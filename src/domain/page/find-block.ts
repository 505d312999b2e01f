import * as BLOCKS from "./blocks.ts";
import type { BlockDeclaration, BlockShape } from "./declare-block.ts";

/** The declaration of any block there is. */
export type KnownBlock = (typeof BLOCKS)[keyof typeof BLOCKS];
export type KnownBlockType = KnownBlock["type"];

const BY_TYPE: ReadonlyMap<string, BlockDeclaration> = new Map(
  Object.values(BLOCKS).map((block) => [block.type, block]),
);

/** The types of block that have a view. */
export const KNOWN_BLOCK_TYPES = [...BY_TYPE.keys()] as KnownBlockType[];

export function findBlock(type: string): BlockDeclaration | undefined {
  return BY_TYPE.get(type);
}

const NOTHING_INSIDE: BlockShape = { slots: [], html: [], images: [], videos: [] };

/** The shape of a type of block; empty for an unknown type. */
export function blockShape(type: string): BlockShape {
  return findBlock(type)?.shape ?? NOTHING_INSIDE;
}
