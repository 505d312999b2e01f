import { accountRoutes } from "./account/routes.ts";
import { agreementRoutes } from "./agreements/routes.ts";
import { documentRoutes } from "./documents/routes.ts";
import type { Route } from "./http/route.ts";
import { invoiceRoutes } from "./invoices/routes.ts";
import { notificationRoutes } from "./notifications/routes.ts";
import { organizationRoutes } from "./organizations/routes.ts";
import { permissionRoutes } from "./permissions/routes.ts";
import { publicViewRoutes } from "./public-view/routes.ts";
import { workOrderRoutes } from "./work-orders/routes.ts";

/** The handlers of all calls. */
export const ROUTES: readonly Route[] = [
  ...accountRoutes,
  ...organizationRoutes,
  ...documentRoutes,
  ...workOrderRoutes,
  ...invoiceRoutes,
  ...notificationRoutes,
  ...permissionRoutes,
  ...agreementRoutes,
  ...publicViewRoutes,
];
