import type { Screen } from "../screens.ts";

export const screens: Screen[] = [
  {
    path: "/organizations/import",
    load: async () => (await import("./import-organizations-page.tsx")).ImportOrganizationsPage,
  },
  {
    path: "/people/import",
    load: async () => (await import("./import-people-page.tsx")).ImportPeoplePage,
  },
  {
    path: "/work-orders/import",
    load: async () => (await import("./import-work-orders-page.tsx")).ImportWorkOrdersPage,
  },
];
