import * as calls from "#contract/admin/organizations.ts";
import type { Actions } from "#domain/activity/describe-action.ts";
import { type Route, route } from "../http/route.ts";
import type { Noun } from "../noun.ts";
import { COMPANY } from "../rls/row-rules.ts";
import { findNotes } from "./queries.ts";
import { addNote, changeNote, removeNote } from "./write-note.ts";

const ACTIONS: Actions = {
  organizations: {
    "note.add": "added a note",
    "note.change": "changed a note",
    "note.remove": "deleted a note",
  },
};

export const noun: Noun = {
  actions: ACTIONS,
  rows: {
    notes: [...COMPANY],
  },
};

export const routes: Route[] = [
  route(calls.listNotes, ({ deps, params }) => findNotes(deps.db, params.id)),
  route(calls.addNote, ({ deps, caller, params, body }) => addNote(deps, caller, params.id, body)),
  route(calls.changeNote, ({ deps, caller, params, body }) => changeNote(deps, caller, params.id, body)),
  route(calls.removeNote, ({ deps, caller, params }) => removeNote(deps, caller, params.id)),
];
