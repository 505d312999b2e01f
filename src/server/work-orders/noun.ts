import { eq } from "drizzle-orm";
import type { Actions } from "#domain/activity/describe-action.ts";
import { NAME_ALONE } from "#domain/search/search-hit.ts";
import { conditionText } from "../db/condition-text.ts";
import { isAnyOf } from "../db/many-rows.ts";
import type { Namer } from "../deps.ts";
import type { Noun } from "../noun.ts";
import { AS_SENT, NAME_AND_NUMBER, type WordSource } from "../rls/find-functions.ts";
import { COMPANY, change, MEMBER_ROLES, OF_ORGANIZATION, partOf, see } from "../rls/row-rules.ts";
import { organizations } from "../schema/organizations.ts";
import { workOrders, workOrderVisibleToClients } from "../schema/work-orders.ts";
import { findWorkOrders } from "./queries.ts";

const ACTIONS: Actions = {
  decisions: {
    "work-order.choose": "chose optional work",
  },
  work: {
    "work-order.add": "added a work order",
    "work-order.change": "changed a work order",
    "work-order.delete": "deleted a work order",
    "work-order.move": "moved a work order",
    "work-order.show": "showed a work order to the client",
  },
};

const WORK_ORDER_VISIBLE = conditionText(workOrders, workOrderVisibleToClients);

const nameWorkOrders: Namer = async (reader, ids) => {
  const { workOrderId, externalId, name } = workOrders;
  const { organizationName } = organizations;
  const rows = await reader
    .select({ id: workOrderId, number: externalId, name, organizationName })
    .from(workOrders)
    .innerJoin(organizations, eq(organizations.organizationId, workOrders.organizationId))
    .where(isAnyOf(workOrderId, ids));
  return rows.map((row) => ({ ...NAME_ALONE, ...row }));
};

/** Clients read the names that were sent, as in their lists. */
const nameShownWorkOrders: Namer = async (reader, ids) => {
  const rows = await findWorkOrders(reader, { where: isAnyOf(workOrders.workOrderId, ids), orderBy: [] });
  return rows.map(({ workOrderId: id, externalId: number, name }) => ({ ...NAME_ALONE, id, number, name }));
};

const SOURCE: WordSource = {
  table: "work_orders",
  id: "work_order_id",
  text: NAME_AND_NUMBER,
  words: "words",
  recent: "created_at",
  isOrdered: true,
  where: "true",
  isOfOrganization: true,
};

const COUNTED_COLUMNS = { table: "work_orders", status: "work_order_status" };

export const noun: Noun = {
  actions: ACTIONS,
  namedInDetails: ["work-order.delete"],
  rows: {
    work_orders: [
      see(MEMBER_ROLES, `${WORK_ORDER_VISIBLE} and ${OF_ORGANIZATION}`),
      change(["writer"], `${WORK_ORDER_VISIBLE} and ${OF_ORGANIZATION}`, [
        "does_client_want_work_done",
        "updated_at",
      ]),
      see(
        ["visitor"],
        `${WORK_ORDER_VISIBLE} and (${OF_ORGANIZATION} or ${partOf("unique_documents", "unique_document_id", "work_orders.unique_document_id")})`,
      ),
      ...COMPANY,
    ],
    work_order_products: [
      see(
        ["visitor", ...MEMBER_ROLES],
        partOf("work_orders", "work_order_id", "work_order_products.work_order_id"),
      ),
      ...COMPANY,
    ],
  },
  search: {
    kind: "workOrder",
    ofOrganization: {
      source: { ...SOURCE, ...AS_SENT, where: WORK_ORDER_VISIBLE },
      name: nameShownWorkOrders,
    },
    ofCompany: { source: SOURCE, name: nameWorkOrders },
  },
  counted: {
    "work orders": { ...COUNTED_COLUMNS, rows: "true" },
    "shown work orders": { ...COUNTED_COLUMNS, rows: WORK_ORDER_VISIBLE },
  },
};
