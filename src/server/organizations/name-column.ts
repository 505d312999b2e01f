import type { AnyPgColumn } from "drizzle-orm/pg-core";
import { type ListColumn, linkedText } from "../lists/list.ts";
import { organizations } from "../schema/organizations.ts";

/** The name of the organization whose id is in a column of a list's table. */
export function nameOfOrganization(column: AnyPgColumn): ListColumn {
  const { organizationId: id, nameComparable: comparable, nameOrder: order } = organizations;
  return linkedText({ column, of: organizations, id, comparable, order });
}
