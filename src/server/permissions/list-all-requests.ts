import { eq, sql } from "drizzle-orm";
import type { z } from "zod";
import * as calls from "#contract/admin/permissions.ts";
import type { REQUEST_LIST_COLUMNS } from "#domain/lists/list-columns.ts";
import type { Deps } from "../deps.ts";
import type { ListAnswer } from "../http/route.ts";
import { computedText, type List, storedText } from "../lists/list.ts";
import { pageOf, readList } from "../lists/read-list.ts";
import { organizations } from "../schema/organizations.ts";
import { organizationPermissionRequests } from "../schema/permissions.ts";
import { findManagedRequests } from "./managed-people.ts";

const { firstName, lastName, email, createdAt } = organizationPermissionRequests;

export const REQUEST_LIST: List<(typeof REQUEST_LIST_COLUMNS)[number]> = {
  path: calls.listAllRequests.path,
  from: sql`${organizationPermissionRequests} join ${organizations}
    on ${eq(organizations.organizationId, organizationPermissionRequests.organizationId)}`,
  id: organizationPermissionRequests.organizationPermissionRequestId,
  recent: createdAt,
  columns: {
    name: computedText(sql`trim(${firstName} || ' ' || ${lastName})`),
    email: computedText(email),
    organizationName: storedText(organizations.nameComparable, organizations.nameOrder),
    requestedAt: { type: "day", timestamp: createdAt },
  },
};

/** The open requests of all organizations, newest first, all or one page. */
export async function listAllRequests(
  deps: Deps,
  query: z.output<typeof calls.listAllRequests.query>,
): Promise<ListAnswer<typeof calls.listAllRequests>> {
  const slice = await readList(deps, REQUEST_LIST, { owner: "company", where: undefined }, query);
  return { data: await findManagedRequests(deps.db, slice), ...pageOf(slice) };
}
