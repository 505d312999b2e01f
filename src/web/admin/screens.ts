import type { ComponentType } from "react";

export type Screen = {
  /** The path below /admin. */
  path: string;
  /** The label of its link in the bar. A screen without one is reached from another screen. */
  label?: string;
  load: () => Promise<ComponentType>;
};

/** The path of the screen on which people land. */
export const FIRST_PATH = "/people";

const FILES = import.meta.glob<readonly Screen[]>("./*/screens.ts", { eager: true, import: "screens" });

/** Every screen of the company's side, from the folders of the nouns. */
export const SCREENS: readonly Screen[] = Object.values(FILES)
  .flat()
  .toSorted((one, other) => Number(other.path === FIRST_PATH) - Number(one.path === FIRST_PATH));
