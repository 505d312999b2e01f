import type { Screen } from "../screens.ts";

export const screens: Screen[] = [
  {
    path: "/documents/:uniqueDocumentId/edit",
    load: async () => (await import("./editor-page.tsx")).EditorPage,
  },
  {
    path: "/templates/:templateId/edit",
    load: async () => (await import("./template-editor-page.tsx")).TemplateEditorPage,
  },
];
