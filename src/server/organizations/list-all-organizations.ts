import { type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import * as calls from "#contract/admin/organizations.ts";
import { ORDER_DIGITS } from "#domain/lists/comparable-text.ts";
import type { ORGANIZATION_LIST_COLUMNS } from "#domain/lists/list-columns.ts";
import { ORGANIZATION_STATUSES } from "#domain/organizations/organization.ts";
import type { Deps } from "../deps.ts";
import type { ListAnswer } from "../http/route.ts";
import { type List, type ListColumn, numericText, storedText } from "../lists/list.ts";
import { countedPageOf, readList } from "../lists/read-list.ts";
import { organizations } from "../schema/organizations.ts";
import { AMOUNTS, findListedOrganizations } from "./queries.ts";

export const ORGANIZATION_LIST: List<(typeof ORGANIZATION_LIST_COLUMNS)[number]> = {
  path: calls.listAllOrganizations.path,
  from: sql`${organizations}`,
  id: organizations.organizationId,
  recent: organizations.createdAt,
  columns: {
    organizationName: storedText(organizations.nameComparable, organizations.nameOrder),
    members: amountColumn(AMOUNTS.members),
    requests: amountColumn(AMOUNTS.requests),
    openDocuments: amountColumn(AMOUNTS.openDocuments),
    createdAt: { type: "day", timestamp: organizations.createdAt },
    status: { type: "enum", column: organizations.status, values: ORGANIZATION_STATUSES },
  },
};

function amountColumn(amount: SQL): ListColumn {
  return numericText(sql`${amount}::text`, sql`lpad(${amount}::text, ${ORDER_DIGITS}::int, '0')`, /^\d*$/);
}

/** All organizations, or one page of them. */
export async function listAllOrganizations(
  deps: Deps,
  query: z.output<typeof calls.listAllOrganizations.query>,
): Promise<ListAnswer<typeof calls.listAllOrganizations>> {
  const slice = await readList(deps, ORGANIZATION_LIST, { owner: "company", where: undefined }, query);
  return { data: await findListedOrganizations(deps.db, slice), ...countedPageOf(slice) };
}
