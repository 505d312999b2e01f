import type { Actions } from "#domain/activity/say-action.ts";
import { conditionText } from "../db/condition-text.ts";
import type { Noun } from "../noun.ts";
import { workOrders, workOrderVisibleToClients } from "../schema/work-orders.ts";
import { COMPANY, change, MEMBER_ROLES, OF_ORGANIZATION, partOf, see } from "../wall/row-rules.ts";

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
};
