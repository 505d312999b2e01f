import type { ComponentType } from "react";

export type Screen = {
  /** The path below /admin. */
  path: string;
  /** The label of its link in the bar. A screen without one is reached from another screen. */
  label?: string;
  load: () => Promise<ComponentType>;
};

/** Every screen of the company's side. People land on the first one. */
export const SCREENS: readonly [Screen, ...Screen[]] = [
  {
    path: "/people",
    label: "People",
    load: async () => (await import("./account/people-page.tsx")).PeoplePage,
  },
];
