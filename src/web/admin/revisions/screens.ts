import type { Screen } from "../screens.ts";

export const screens: Screen[] = [
  {
    path: "/documents/:id/revisions",
    load: async () => (await import("./revisions-page.tsx")).DocumentRevisionsPage,
  },
  {
    path: "/templates/:id/revisions",
    load: async () => (await import("./revisions-page.tsx")).TemplateRevisionsPage,
  },
];
