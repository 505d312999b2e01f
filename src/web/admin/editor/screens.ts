import type { Screen } from "../screens.ts";

export const screens: Screen[] = [
  {
    path: "/documents/:uniqueDocumentId/edit",
    load: async () => (await import("./editor-screen.tsx")).DocumentEditor,
  },
  {
    path: "/templates/:templateId/edit",
    load: async () => (await import("./editor-screen.tsx")).TemplateEditor,
  },
];
