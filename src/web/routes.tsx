import type { ComponentType } from "react";
import { type LoaderFunction, type RouteObject, redirect } from "react-router";
import { loadScreen } from "./lib/load-screen.ts";
import { PATHS } from "./paths.ts";
import { leaveWhenSignedIn } from "./shell/leave-when-signed-in.ts";
import { loadSignedIn, NotFoundPage } from "./shell/not-found-page.tsx";
import { ErrorPage, ShellErrorPage } from "./ui/error-page.tsx";
import { PageLoader } from "./ui/page-loader.tsx";

const toDashboard: LoaderFunction = () => redirect(PATHS.dashboard);

/** A route whose screen is fetched when somebody goes there. */
function screen(path: string, load: () => Promise<ComponentType>): RouteObject {
  return { path, lazy: async () => ({ Component: await loadScreen(load) }) };
}

const PUBLIC: RouteObject[] = [
  {
    ...screen(PATHS.landing, async () => (await import("./landing/landing-page.tsx")).LandingPage),
    loader: leaveWhenSignedIn,
  },
  { path: PATHS.home, loader: toDashboard },
  {
    ...screen(PATHS.login, async () => (await import("./login/login-page.tsx")).LoginPage),
    loader: leaveWhenSignedIn,
    shouldRevalidate: () => false,
  },
  screen("/invitation", async () => (await import("./login/invitation-page.tsx")).InvitationPage),
  {
    ...screen(PATHS.notAdmin, async () => (await import("./shell/not-admin-page.tsx")).NotAdminPage),
    loader: async () => (await import("./shell/not-admin-page.tsx")).loadVisitor(),
  },
  {
    lazy: async () => ({
      Component: await loadScreen(async () => (await import("./shell/public-layout.tsx")).PublicLayout),
    }),
    children: [
      screen(
        "/general-document/:generalDocumentId",
        async () => (await import("./agreements/general-document-page.tsx")).GeneralDocumentPage,
      ),
      screen(
        "/confirm-signature",
        async () => (await import("./agreements/confirm-signature-page.tsx")).ConfirmSignaturePage,
      ),
      screen(
        "/confirm-email",
        async () => (await import("./account/confirm-email-page.tsx")).ConfirmEmailPage,
      ),
    ],
  },
];

const IN_SHELL: RouteObject[] = [
  screen(PATHS.dashboard, async () => (await import("./dashboard/dashboard-page.tsx")).DashboardPage),
  screen(
    "/documents/type/:documentType",
    async () => (await import("./documents/document-list-page.tsx")).DocumentListPage,
  ),
  screen(PATHS.workOrders, async () => (await import("./work-orders/work-orders-page.tsx")).WorkOrdersPage),
  screen(
    `${PATHS.workOrders}/:workOrderId`,
    async () => (await import("./work-orders/work-order-page.tsx")).WorkOrderPage,
  ),
  screen(PATHS.invoices, async () => (await import("./invoices/invoices-page.tsx")).InvoicesPage),
  screen(
    `${PATHS.invoices}/:invoiceId`,
    async () => (await import("./invoices/invoice-page.tsx")).InvoicePage,
  ),
  screen(
    PATHS.notifications,
    async () => (await import("./notifications/notifications-page.tsx")).NotificationsPage,
  ),
  screen(PATHS.permissions, async () => (await import("./permissions/permissions-page.tsx")).PermissionsPage),
  screen(PATHS.profile, async () => (await import("./account/profile-page.tsx")).ProfilePage),
];

const loadPdfPages = () => import("./documents/pdf-pages.tsx");

const BLANK: RouteObject[] = [
  screen("/doc/:slug", async () => (await import("./documents/document-page.tsx")).DocumentPage),
  screen(
    "/documents/:uniqueDocumentId",
    async () => (await import("./documents/document-page.tsx")).DocumentByIdPage,
  ),
  screen("/documents/:uniqueDocumentId/pdf", async () => (await loadPdfPages()).DocumentPdfPage),
  screen("/documents/:uniqueDocumentId/evidence", async () => (await loadPdfPages()).EvidencePage),
  screen("/invoices/:invoiceId/pdf", async () => (await loadPdfPages()).InvoicePdfPage),
  screen("/signed-documents/:signedGeneralDocumentId/pdf", async () => (await loadPdfPages()).SignedPdfPage),
  screen(
    "/signed-documents/:signedGeneralDocumentId/evidence",
    async () => (await loadPdfPages()).SignedEvidencePage,
  ),
];

/** Routes for developers. The production build leaves them out. */
const DEVELOPMENT: RouteObject[] = import.meta.env.DEV
  ? [screen("/dev/blocks", async () => (await import("./gallery/blocks-gallery-page.tsx")).BlocksGalleryPage)]
  : [];

/** The screen of each address. */
export const ROUTES: RouteObject[] = [
  {
    HydrateFallback: PageLoader,
    ErrorBoundary: ErrorPage,
    children: [
      ...PUBLIC,
      ...DEVELOPMENT,
      {
        lazy: {
          loader: async () => (await import("./shell/require-sign-in.ts")).requireSignIn,
          Component: () =>
            loadScreen(async () => (await import("./shell/signed-in-layout.tsx")).SignedInLayout),
        },
        children: [
          {
            lazy: async () => ({
              Component: await loadScreen(async () => (await import("./shell/shell-layout.tsx")).ShellLayout),
            }),
            children: IN_SHELL.map((route) => ({ ...route, ErrorBoundary: ShellErrorPage })),
          },
          ...BLANK,
        ],
      },
      { path: "*", loader: loadSignedIn, Component: NotFoundPage },
    ],
  },
];
