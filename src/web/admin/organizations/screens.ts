import type { Screen } from "../screens.ts";

export const screens: Screen[] = [
  {
    path: "/organizations",
    label: "Organizations",
    place: 2,
    load: async () => (await import("./organizations-page.tsx")).OrganizationsPage,
  },
  {
    path: "/organizations/:organizationId",
    shows: "organization",
    load: async () => (await import("./organization-page.tsx")).OrganizationPage,
  },
  {
    path: "/requests",
    load: async () => (await import("./requests-page.tsx")).RequestsPage,
  },
  {
    path: "/announcements",
    label: "Announcements",
    load: async () => (await import("./announcements-page.tsx")).AnnouncementsPage,
  },
];
