import type { Screen } from "../screens.ts";

export const screens: Screen[] = [
  {
    path: "/documents/:uniqueDocumentId/revisions",
    load: async () => (await import("./revisions-page.tsx")).RevisionsPage,
  },
];
