import type { Screen } from "../screens.ts";

export const screens: Screen[] = [
  {
    path: "/documents/:uniqueDocumentId/edit",
    load: async () => (await import("./editor-page.tsx")).EditorPage,
  },
];
