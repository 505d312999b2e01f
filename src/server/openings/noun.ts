import * as calls from "#contract/documents.ts";
import { byId, type Route, route } from "../http/route.ts";
import type { Noun } from "../noun.ts";
import { add, COMPANY, change, MEMBER_ROLES, OF_ORGANIZATION, OF_PERSON, see } from "../rls/row-rules.ts";
import { reportOpening } from "./report-opening.ts";

export const noun: Noun = {
  rows: {
    document_openings: [
      see(MEMBER_ROLES, `${OF_PERSON} and ${OF_ORGANIZATION}`),
      add(MEMBER_ROLES, `${OF_PERSON} and ${OF_ORGANIZATION}`),
      change(MEMBER_ROLES, `${OF_PERSON} and ${OF_ORGANIZATION}`, ["last_at", "times"]),
      ...COMPANY,
    ],
  },
};

export const routes: Route[] = [route(calls.reportOpening, byId(reportOpening))];
