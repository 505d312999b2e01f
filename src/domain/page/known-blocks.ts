import type { PuckState } from "./page.ts";
import { allItems } from "./walk-page.ts";

/** The types of block that can be shown, on screen and on paper. How each is shown: blocks/registry.ts. */
export const KNOWN_BLOCK_TYPES = [
  "Heading",
  "Paragraph",
  "List",
  "Button",
  "Container",
  "WorkOrders",
  "PricingTable",
  "Image",
  "Video",
  "Footer",
  "ProvenWayOfWorking",
  "Deliverables",
  "CaseStudies",
  "VideoGrid",
  "LinkWrapper",
  "PageBreak",
] as const;
export type KnownBlockType = (typeof KNOWN_BLOCK_TYPES)[number];

export function isKnownBlockType(type: string): type is KnownBlockType {
  return (KNOWN_BLOCK_TYPES as readonly string[]).includes(type);
}

/** The types of block on a page, at any depth, that cannot be shown as their author meant them; each once. */
export function unshowableTypes(page: PuckState): string[] {
  const types = new Set(allItems(page).map((item) => item.type));
  return [...types].filter((type) => !isKnownBlockType(type));
}

/** Whether a reader sees all that a page holds. An empty page shows nothing that could be accepted. */
export function isWhollyShowable(page: PuckState): boolean {
  return page.content.length > 0 && unshowableTypes(page).length === 0;
}
