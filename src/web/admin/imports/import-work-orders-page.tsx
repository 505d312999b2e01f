import { checkWorkOrders, exportWorkOrders, importWorkOrders } from "#contract/admin/imports.ts";
import { getAdminWorkOrder, getWorkOrderBoard, listAdminWorkOrders } from "#contract/admin/work-orders.ts";
import { call } from "#web/lib/call.ts";
import { ImportPage } from "../ui/import-page.tsx";

/** /admin/work-orders/import */
export function ImportWorkOrdersPage() {
  return (
    <ImportPage
      noun="work orders"
      one="work order"
      list={{ label: "Work orders", path: "/work-orders" }}
      importer="editor"
      write={async () => (await call(exportWorkOrders)).csv}
      fileName="work-orders.csv"
      check={(body) => call(checkWorkOrders, { body })}
      load={(body) => call(importWorkOrders, { body })}
      stale={[listAdminWorkOrders, getAdminWorkOrder, getWorkOrderBoard]}
    >
      <p>
        The first row names the columns: Organization (its name or ID) and Name, and if you like Number,
        Document (its number or ID), Products, Discount, Discount name, Optional (Yes or No) and Description.
        Products look like this: <code className="text-sm">Design (hour): 8 | Hosting (month): 12</code>
      </p>
      <p>
        A row with the Number of a work order, or its ID, changes that one, and an empty cell leaves what is
        there. New work orders are drafts that clients do not see. What clients see already is changed in the
        portal, not by a file.
      </p>
    </ImportPage>
  );
}
