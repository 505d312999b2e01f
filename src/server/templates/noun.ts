import type { Actions } from "#domain/activity/say-action.ts";
import type { Noun } from "../noun.ts";
import { COMPANY } from "../wall/row-rules.ts";

const ACTIONS: Actions = {
  documents: {
    "template.add": "added a template",
    "template.change": "changed a template",
    "template.delete": "deleted a template",
    "template.edit": "changed the page of a template",
    "template.restore": "brought a template back",
    "template.retire": "retired a template",
    "template.revert": "restored an earlier version of a template",
  },
};

export const noun: Noun = {
  actions: ACTIONS,
  namedInDetails: [
    "template.add",
    "template.change",
    "template.delete",
    "template.edit",
    "template.retire",
    "template.restore",
    "template.revert",
  ],
  rows: {
    templates: [...COMPANY],
  },
};
