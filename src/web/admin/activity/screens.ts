import type { Screen } from "../screens.ts";

export const screens: Screen[] = [
  {
    path: "/activity",
    label: "Activity",
    load: async () => (await import("./activity-page.tsx")).ActivityPage,
  },
];
