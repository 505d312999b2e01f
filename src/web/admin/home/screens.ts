import { FIRST_PATH, type Screen } from "../screens.ts";

export const screens: Screen[] = [
  { path: FIRST_PATH, label: "Home", place: 1, load: async () => (await import("./home-page.tsx")).HomePage },
];
