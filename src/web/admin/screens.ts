import type { ComponentType } from "react";
import type { SearchKind } from "#domain/search/search-hit.ts";

export type Screen = {
  /** The path below /admin. */
  path: string;
  /** The label of its link in the bar. A screen without one is reached from another screen. */
  label?: string;
  /** The place of its link in the bar, from the left. A link without a position is shown under "More". */
  place?: number;
  /** The kind of record that it shows, whose id is in its path. A hit of a search leads to it. */
  shows?: SearchKind;
  load: () => Promise<ComponentType>;
};

/** The path of the screen on which people land. */
export const FIRST_PATH = "/";

const FILES = import.meta.glob<readonly Screen[]>("./*/screens.ts", { eager: true, import: "screens" });

/** Every screen of the company's side, from the folders of the nouns. */
export const SCREENS: readonly Screen[] = Object.values(FILES).flat();
