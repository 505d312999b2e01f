import type { Screen } from "../screens.ts";

export const screens: Screen[] = [
  {
    path: "/work-orders",
    label: "Work orders",
    place: 4,
    load: async () => (await import("./work-orders-page.tsx")).WorkOrdersPage,
  },
  {
    path: "/work-orders/board",
    load: async () => (await import("./board-page.tsx")).BoardPage,
  },
  {
    path: "/work-orders/new",
    load: async () => (await import("./new-work-order-page.tsx")).NewWorkOrderPage,
  },
  {
    path: "/work-orders/:workOrderId",
    shows: "workOrder",
    load: async () => (await import("./work-order-page.tsx")).WorkOrderPage,
  },
];
