import type { Screen } from "../screens.ts";

export const screens: Screen[] = [
  {
    path: "/organizations/import",
    load: async () => (await import("./import-pages.tsx")).ImportOrganizationsPage,
  },
  {
    path: "/people/import",
    load: async () => (await import("./import-pages.tsx")).ImportPeoplePage,
  },
  {
    path: "/work-orders/import",
    load: async () => (await import("./import-pages.tsx")).ImportWorkOrdersPage,
  },
];
