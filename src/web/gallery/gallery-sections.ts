import type { PageItem } from "#domain/page/page.ts";
import { BOX_SECTIONS } from "./box-sections.ts";
import { PRICE_SECTIONS } from "./price-sections.ts";
import { PROPOSAL_SECTIONS } from "./proposal-sections.ts";
import { TEXT_SECTIONS } from "./text-sections.ts";

/** One setting of a block, or a few to compare. */
export type GallerySection = { block: string; setting: string; content: PageItem[] };

export const GALLERY_SECTIONS: readonly GallerySection[] = [
  ...TEXT_SECTIONS,
  ...BOX_SECTIONS,
  ...PRICE_SECTIONS,
  ...PROPOSAL_SECTIONS,
];
