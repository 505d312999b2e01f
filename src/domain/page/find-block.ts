import type { BlockDeclaration, BlockShape } from "./declare-block.ts";

/** The declarations alone: the build leaves out all other exports of these files. */
const BLOCKS = Object.values(
  import.meta.glob<BlockDeclaration>("./blocks/*.ts", { eager: true, import: "block" }),
);

export const KNOWN_BLOCK_TYPES: readonly string[] = BLOCKS.map(({ type }) => type);

const BY_TYPE: ReadonlyMap<string, BlockDeclaration> = new Map(BLOCKS.map((block) => [block.type, block]));

export function findBlock(type: string): BlockDeclaration | undefined {
  return BY_TYPE.get(type);
}

const NOTHING_INSIDE: BlockShape = { slots: [], texts: [], html: [], images: [], videos: [] };

/** The shape of a type of block; empty for an unknown type. */
export function blockShape(type: string): BlockShape {
  return findBlock(type)?.shape ?? NOTHING_INSIDE;
}
