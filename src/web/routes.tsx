import type { ComponentType } from "react";

import { loadScreen } from "./lib/load-screen.ts";
import { type Guard, type Route, redirect } from "./lib/routing/route.ts";
import { PATHS } from "./paths.ts";
import { leaveWhenSignedIn } from "./shell/leave-when-signed-in.ts";
import { loadSignedIn, NotFoundPage } from "./shell/not-found-page.tsx";
import { ErrorPage, ShellErrorPage } from "./ui/error-page.tsx";

const toDashboard: Guard = () => redirect(PATHS.dashboard);

/** A route whose screen is fetched when somebody goes there. */
function screen(path: string, load: () => Promise<ComponentType>): Route {
  return { path, lazy: () => loadScreen(load) };
}

const PUBLIC: Route[] = [
  {
    ...screen(PATHS.landing, async () => (await import("./landing/landing-page.tsx")).LandingPage),
    guard: leaveWhenSignedIn,
  },
  { path: PATHS.home, guard: toDashboard },
  {
    ...screen(PATHS.login, async () => (await import("./login/login-page.tsx")).LoginPage),
    guard: leaveWhenSignedIn,
  },
  screen("/invitation", async () => (await import("./login/invitation-page.tsx")).InvitationPage),
  {
    ...screen(PATHS.notAdmin, async () => (await import("./shell/not-admin-page.tsx")).NotAdminPage),
    guard: async () => (await import("./shell/not-admin-page.tsx")).loadVisitor(),
  },
  {
    lazy: () => loadScreen(async () => (await import("./shell/public-layout.tsx")).PublicLayout),
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

const IN_SHELL: Route[] = [
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

const BLANK: Route[] = [
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
const DEVELOPMENT: Route[] = import.meta.env.DEV
  ? [screen("/dev/blocks", async () => (await import("./gallery/blocks-gallery-page.tsx")).BlocksGalleryPage)]
  : [];

/** The screen of each address. */
export const ROUTES: Route[] = [
  {
    ErrorBoundary: ErrorPage,
    children: [
      ...PUBLIC,
      ...DEVELOPMENT,
      {
        guard: async (asked) => (await import("./shell/require-sign-in.ts")).requireSignIn(asked),
        lazy: () => loadScreen(async () => (await import("./shell/signed-in-layout.tsx")).SignedInLayout),
        children: [
          {
            lazy: () => loadScreen(async () => (await import("./shell/shell-layout.tsx")).ShellLayout),
            children: IN_SHELL.map((route) => ({ ...route, ErrorBoundary: ShellErrorPage })),
          },
          ...BLANK,
        ],
      },
      { path: "*", guard: loadSignedIn, Component: NotFoundPage },
    ],
  },
];
