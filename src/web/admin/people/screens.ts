import { ALL_PEOPLE_PATH } from "#web/paths.ts";
import type { Screen } from "../screens.ts";

export const screens: Screen[] = [
  { path: ALL_PEOPLE_PATH, load: async () => (await import("./all-people-page.tsx")).AllPeoplePage },
  {
    path: `${ALL_PEOPLE_PATH}/:userProfileId`,
    shows: "person",
    load: async () => (await import("./person-page.tsx")).PersonPage,
  },
];
