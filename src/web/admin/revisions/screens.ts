import type { Screen } from "../screens.ts";

export const screens: Screen[] = [
  {
    path: "/documents/:uniqueDocumentId/revisions",
    load: async () => (await import("./document-revisions-page.tsx")).DocumentRevisionsPage,
  },
  {
    path: "/templates/:templateId/revisions",
    load: async () => (await import("./template-revisions-page.tsx")).TemplateRevisionsPage,
  },
];
