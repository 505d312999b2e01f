import type { Screen } from "../screens.ts";

export const screens: Screen[] = [
  {
    path: "/people",
    label: "People",
    place: 7,
    load: async () => (await import("./people-page.tsx")).PeoplePage,
  },
  {
    path: "/account",
    load: async () => (await import("./own-account-page.tsx")).OwnAccountPage,
  },
];
