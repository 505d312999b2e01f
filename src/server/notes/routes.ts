import * as calls from "#contract/admin/organizations.ts";
import { type Route, route } from "../http/route.ts";
import { findNotes } from "./queries.ts";
import { addNote, changeNote, removeNote } from "./write-note.ts";

export const noteRoutes: Route[] = [
  route(calls.listNotes, ({ deps, params }) => findNotes(deps.db, params.id)),
  route(calls.addNote, ({ deps, caller, params, body }) => addNote(deps, caller, params.id, body)),
  route(calls.changeNote, ({ deps, caller, params, body }) => changeNote(deps, caller, params.id, body)),
  route(calls.removeNote, ({ deps, caller, params }) => removeNote(deps, caller, params.id)),
];
