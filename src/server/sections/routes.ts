import * as calls from "#contract/admin/sections.ts";
import { type Route, route } from "../http/route.ts";
import { getSection, listSections } from "./queries.ts";
import { addSection, removeSection, renameSection } from "./write-section.ts";

export const sectionRoutes: Route[] = [
  route(calls.listSections, ({ deps }) => listSections(deps.db)),
  route(calls.getSection, ({ deps, params }) => getSection(deps.db, params.id)),
  route(calls.addSection, ({ deps, caller, body }) => addSection(deps, caller, body)),
  route(calls.renameSection, ({ deps, caller, params, body }) =>
    renameSection(deps, caller, params.id, body),
  ),
  route(calls.removeSection, ({ deps, caller, params }) => removeSection(deps, caller, params.id)),
];
