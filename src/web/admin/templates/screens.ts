import type { Screen } from "../screens.ts";

export const screens: Screen[] = [
  {
    path: "/templates",
    label: "Templates",
    load: async () => (await import("./templates-page.tsx")).TemplatesPage,
  },
  {
    path: "/templates/:templateId",
    shows: "template",
    load: async () => (await import("./template-page.tsx")).TemplatePage,
  },
];
