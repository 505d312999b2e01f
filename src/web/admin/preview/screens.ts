import type { Screen } from "../screens.ts";

export const screens: Screen[] = [
  {
    path: "/documents/:uniqueDocumentId/preview",
    load: async () => (await import("./preview-page.tsx")).PreviewPage,
  },
];
