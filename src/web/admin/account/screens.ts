import type { Screen } from "../screens.ts";

export const screens: Screen[] = [
  {
    path: "/people",
    label: "People",
    load: async () => (await import("./people-page.tsx")).PeoplePage,
  },
];
