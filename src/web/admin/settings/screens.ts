import type { Screen } from "../screens.ts";

export const screens: Screen[] = [
  {
    path: "/settings",
    label: "Settings",
    load: async () => (await import("./settings-page.tsx")).SettingsPage,
  },
];
