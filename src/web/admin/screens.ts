import type { ComponentType } from "react";

export type Screen = {
  /** Below /admin. */
  path: string;
  /** Its link at the top; a screen without one is reached from another. */
  label?: string;
  load: () => Promise<ComponentType>;
};

/** Every screen of the company's side. The first one is where people land. */
export const SCREENS: readonly [Screen, ...Screen[]] = [
  {
    path: "/people",
    label: "People",
    load: async () => (await import("./account/people-page.tsx")).PeoplePage,
  },
];
