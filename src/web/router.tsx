import { createBrowserRouter, type LoaderFunction, type RouteObject, redirect } from "react-router";
import { PATHS } from "./paths.ts";
import { ErrorPage } from "./shell/error-page.tsx";
import { leaveWhenSignedIn } from "./shell/leave-when-signed-in.ts";
import { NotFoundPage } from "./shell/not-found-page.tsx";
import { PageLoader } from "./ui/page-loader.tsx";

const toDashboard: LoaderFunction = () => redirect(PATHS.dashboard);

const PUBLIC: RouteObject[] = [
  {
    path: PATHS.landing,
    lazy: async () => ({ Component: (await import("./landing/landing-page.tsx")).LandingPage }),
  },
  { path: PATHS.home, loader: toDashboard },
  {
    path: PATHS.login,
    loader: leaveWhenSignedIn,
    shouldRevalidate: () => false,
    lazy: async () => ({ Component: (await import("./login/login-page.tsx")).LoginPage }),
  },
  {
    path: PATHS.notAdmin,
    lazy: async () => ({ Component: (await import("./shell/not-admin-page.tsx")).NotAdminPage }),
  },
  {
    path: "/general-document/:generalDocumentId",
    lazy: async () => ({
      Component: (await import("./agreements/general-document-page.tsx")).GeneralDocumentPage,
    }),
  },
];

const IN_SHELL: RouteObject[] = [
  {
    path: PATHS.dashboard,
    lazy: async () => ({ Component: (await import("./dashboard/dashboard-page.tsx")).DashboardPage }),
  },
  {
    path: "/documents/type/:documentType",
    lazy: async () => ({ Component: (await import("./documents/document-list-page.tsx")).DocumentListPage }),
  },
  {
    path: PATHS.workOrders,
    lazy: async () => ({ Component: (await import("./work-orders/work-orders-page.tsx")).WorkOrdersPage }),
  },
  {
    path: `${PATHS.workOrders}/:workOrderId`,
    lazy: async () => ({ Component: (await import("./work-orders/work-order-page.tsx")).WorkOrderPage }),
  },
  {
    path: PATHS.invoices,
    lazy: async () => ({ Component: (await import("./invoices/invoices-page.tsx")).InvoicesPage }),
  },
  {
    path: `${PATHS.invoices}/:invoiceId`,
    lazy: async () => ({ Component: (await import("./invoices/invoice-page.tsx")).InvoicePage }),
  },
  {
    path: PATHS.notifications,
    lazy: async () => ({
      Component: (await import("./notifications/notifications-page.tsx")).NotificationsPage,
    }),
  },
  {
    path: PATHS.permissions,
    lazy: async () => ({ Component: (await import("./permissions/permissions-page.tsx")).PermissionsPage }),
  },
  {
    path: PATHS.profile,
    lazy: async () => ({ Component: (await import("./account/profile-page.tsx")).ProfilePage }),
  },
  {
    path: PATHS.permissions,
    lazy: async () => ({ Component: (await import("./permissions/permissions-page.tsx")).PermissionsPage }),
  },
  {
    path: PATHS.profile,
    lazy: async () => ({ Component: (await import("./account/profile-page.tsx")).ProfilePage }),
  },
];

const BLANK: RouteObject[] = [
  {
    path: "/doc/:slug",
    lazy: async () => ({ Component: (await import("./documents/document-page.tsx")).DocumentPage }),
  },
  {
    path: "/documents/:uniqueDocumentId",
    lazy: async () => ({ Component: (await import("./documents/document-page.tsx")).DocumentByIdPage }),
  },
];

/** Which address shows what. */
export const router = createBrowserRouter([
  {
    HydrateFallback: PageLoader,
    ErrorBoundary: ErrorPage,
    children: [
      ...PUBLIC,
      {
        lazy: {
          loader: async () => (await import("./shell/require-sign-in.ts")).requireSignIn,
          Component: async () => (await import("./shell/signed-in-layout.tsx")).SignedInLayout,
        },
        children: [
          {
            lazy: async () => ({ Component: (await import("./shell/shell-layout.tsx")).ShellLayout }),
            children: IN_SHELL.map((route) => ({ ...route, ErrorBoundary: ErrorPage })),
          },
          ...BLANK,
        ],
      },
      { path: "*", Component: NotFoundPage },
    ],
  },
]);
