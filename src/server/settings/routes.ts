import * as calls from "#contract/admin/settings.ts";
import { type Route, route } from "../http/route.ts";
import { readSettings } from "./queries.ts";
import { updateSettings } from "./update-settings.ts";

export const settingsRoutes: Route[] = [
  route(calls.getSettings, ({ deps }) => readSettings(deps.db, deps)),
  route(calls.updateSettings, ({ deps, caller, body, proof }) =>
    updateSettings(deps, caller, { ...body, proof }),
  ),
];
