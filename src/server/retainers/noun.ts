import { eq } from "drizzle-orm";
import * as calls from "#contract/admin/retainers.ts";
import { NAME_ALONE } from "#domain/search/search-hit.ts";
import { isAnyOf } from "../db/many-rows.ts";
import type { HitLoader } from "../deps.ts";
import { byId, type Route, route } from "../http/route.ts";
import type { Noun } from "../noun.ts";
import { COMPANY } from "../rls/row-rules.ts";
import { organizations } from "../schema/organizations.ts";
import { retainers } from "../schema/retainers.ts";
import { preparePeriods } from "./prepare-periods.job.ts";
import { getRetainer, listRetainers } from "./queries.ts";
import { addRetainer, changeRetainer, deleteRetainer, endRetainer, pauseRetainer } from "./write-retainer.ts";

const nameRetainers: HitLoader = async (reader, ids) => {
  const { retainerId, name, organizationId } = retainers;
  const { organizationName } = organizations;
  const rows = await reader
    .select({ id: retainerId, name, organizationName })
    .from(retainers)
    .innerJoin(organizations, eq(organizations.organizationId, organizationId))
    .where(isAnyOf(retainerId, ids));
  return rows.map((row) => ({ ...NAME_ALONE, ...row }));
};

export const noun: Noun = {
  jobs: [preparePeriods],
  actions: {
    invoices: {
      "retainer.add": "added a retainer",
      "retainer.change": "changed a retainer",
      "retainer.delete": "deleted a retainer",
      "retainer.end": "ended a retainer",
      "retainer.pause": "paused a retainer",
      "retainer.prepare": "prepared a period of a retainer",
      "retainer.resume": "resumed a retainer",
      "retainer.skip": "left out a period of a retainer, because its organization was not active",
    },
  },
  namedInDetails: [
    "retainer.add",
    "retainer.change",
    "retainer.delete",
    "retainer.end",
    "retainer.pause",
    "retainer.prepare",
    "retainer.resume",
    "retainer.skip",
  ],
  rows: {
    retainers: COMPANY,
    retainer_lines: COMPANY,
    retainer_periods: COMPANY,
  },
  search: {
    kind: "retainer",
    ofCompany: {
      source: {
        table: "retainers",
        id: "retainer_id",
        text: "name",
        words: "words",
        touchedAt: "created_at",
        isOrdered: false,
        where: "true",
        isOfOrganization: true,
      },
      name: nameRetainers,
    },
  },
};

export const routes: Route[] = [
  route(calls.listRetainers, ({ deps, query }) => listRetainers(deps.db, query)),
  route(calls.getRetainer, ({ deps, params }) => getRetainer(deps.db, params.id)),
  route(calls.addRetainer, ({ deps, caller, body }) => addRetainer(deps, caller, body)),
  route(calls.changeRetainer, byId(changeRetainer)),
  route(calls.pauseRetainer, byId(pauseRetainer)),
  route(calls.endRetainer, byId(endRetainer)),
  route(calls.deleteRetainer, byId(deleteRetainer)),
];
