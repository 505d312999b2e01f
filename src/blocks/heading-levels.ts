import { createContext, use, useMemo, useState } from "react";
import { block as HeadingBlock } from "#domain/page/blocks/heading.ts";
import { findBlock } from "#domain/page/find-block.ts";
import type { PuckState } from "#domain/page/page.ts";
import { allItems } from "#domain/page/walk-page.ts";

type HeadingLevel = 1 | 2 | 3 | 4 | 5 | 6;

/**
 * The level of each heading by the id of its block. Authors choose sizes for their looks, so levels follow the sizes
 * but never skip one: a screen reader's outline has no gaps. The only h1 is the document's name, above its blocks.
 */
export function headingLevels(page: PuckState): ReadonlyMap<string, HeadingLevel> {
  const levels = new Map<string, HeadingLevel>();
  let last = 1;
  for (const item of allItems(page)) {
    if (findBlock(item.type)?.hasHeadings) levels.set(item.props.id, asLevel(last + 1));
    if (item.type !== HeadingBlock.type) continue;
    const { text, size } = HeadingBlock.read(item.props);
    const headingLevel = size === "title" ? 2 : Number(size.slice(1)) + 1;
    const level = Math.min(headingLevel, last + 1);
    // Readers do not see an empty one. Its author does, and its element stays while the first letter is written.
    levels.set(item.props.id, asLevel(level));
    if (text.trim() !== "") last = level;
  }
  return levels;
}

function asLevel(level: number): HeadingLevel {
  return Math.min(level, 6) as HeadingLevel;
}

/** The same map as before while its levels are the same, so that a choice renders no heading again. */
export function useHeadingLevels(page: PuckState): ReadonlyMap<string, HeadingLevel> {
  const levels = useMemo(() => headingLevels(page), [page]);
  const [levelsShown, setLevelsShown] = useState(levels);
  const isSame =
    levelsShown.size === levels.size && [...levels].every(([id, level]) => levelsShown.get(id) === level);
  if (!isSame) setLevelsShown(levels);
  return isSame ? levelsShown : levels;
}

export const HeadingLevelsContext = createContext<ReadonlyMap<string, HeadingLevel>>(new Map());

/** The tag of a block's heading, or of a heading this many levels below it. */
export function useHeadingTag(blockId: string, below = 0): `h${HeadingLevel}` {
  return `h${asLevel((use(HeadingLevelsContext).get(blockId) ?? 2) + below)}`;
}
