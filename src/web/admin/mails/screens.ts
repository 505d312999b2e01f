import type { Screen } from "../screens.ts";

export const screens: Screen[] = [
  {
    path: "/mails",
    label: "Mails",
    load: async () => (await import("./mails-page.tsx")).MailsPage,
  },
];
