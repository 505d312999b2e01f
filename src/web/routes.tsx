import type { ComponentType } from "react";
import { isOnCompanySide, returnAddress } from "./lib/return-address.ts";
import {
  type Guard,
  loadScreen,
  type Route,
  redirect,
  redirectDocument,
  replace,
} from "./lib/routing/route.ts";
import { identityToken } from "./lib/session.ts";
import { ISSUER_PATHS, PATHS } from "./paths.ts";
import { ErrorPage, ShellErrorPage } from "./ui/error-page.tsx";

const toDashboard: Guard = () => redirect(PATHS.dashboard);

/** A signed-in person skips the landing page and the sign-in. */
const leaveWhenSignedIn: Guard = async ({ url }) => {
  const token = await identityToken().catch(() => null);
  if (token === null) return null;
  const address = returnAddress(url.search);
  return isOnCompanySide(address) ? redirectDocument(address) : replace(address);
};

type Screens<Name extends string> = Record<Name, ComponentType>;

/** The code of a screen or layout, which is loaded on the first visit. */
function lazy<Name extends string>(load: () => Promise<Screens<Name>>, name: Name): Pick<Route, "lazy"> {
  return { lazy: () => loadScreen(async () => (await load())[name]) };
}

function screen<Name extends string>(
  path: string,
  load: () => Promise<Screens<Name>>,
  name: Name,
  guard?: Guard,
): Route {
  return { path, ...lazy(load, name), ...(guard && { guard }) };
}

const loadNotAdmin = () => import("./shell/not-admin-page.tsx");
const loadIssuerPages = () => import("./login/issuer-pages.tsx");
const loadNotFound = () => import("./shell/not-found-page.tsx");

const PUBLIC: Route[] = [
  screen(PATHS.landing, () => import("./landing/landing-page.tsx"), "LandingPage", leaveWhenSignedIn),
  { path: PATHS.home, guard: toDashboard },
  screen(PATHS.login, () => import("./login/login-page.tsx"), "LoginPage", leaveWhenSignedIn),
  screen(ISSUER_PATHS.callback, loadIssuerPages, "IssuerCallbackPage"),
  screen(ISSUER_PATHS.window, loadIssuerPages, "IssuerWindowPage"),
  screen("/sign-in/:issuerId", loadIssuerPages, "IssuerSignInPage", leaveWhenSignedIn),
  screen("/invitation", () => import("./login/invitation-page.tsx"), "InvitationPage"),
  screen(PATHS.notAdmin, loadNotAdmin, "NotAdminPage", async () => (await loadNotAdmin()).loadVisitor()),
  {
    ...lazy(() => import("./shell/public-layout.tsx"), "PublicLayout"),
    children: [
      screen(
        "/general-document/:generalDocumentId",
        () => import("./agreements/general-document-page.tsx"),
        "GeneralDocumentPage",
      ),
      screen(
        "/confirm-signature",
        () => import("./agreements/confirm-signature-page.tsx"),
        "ConfirmSignaturePage",
      ),
      screen("/confirm-email", () => import("./account/confirm-email-page.tsx"), "ConfirmEmailPage"),
    ],
  },
];

const IN_SHELL: Route[] = [
  screen(PATHS.dashboard, () => import("./dashboard/dashboard-page.tsx"), "DashboardPage"),
  screen(
    "/documents/type/:documentType",
    () => import("./documents/document-list-page.tsx"),
    "DocumentListPage",
  ),
  screen(PATHS.documents, () => import("./documents/document-list-page.tsx"), "DocumentListPage"),
  screen(PATHS.workOrders, () => import("./work-orders/work-orders-page.tsx"), "WorkOrdersPage"),
  screen(
    `${PATHS.workOrders}/:workOrderId`,
    () => import("./work-orders/work-order-page.tsx"),
    "WorkOrderPage",
  ),
  screen(PATHS.invoices, () => import("./invoices/invoices-page.tsx"), "InvoicesPage"),
  screen(`${PATHS.invoices}/:invoiceId`, () => import("./invoices/invoice-page.tsx"), "InvoicePage"),
  screen(PATHS.notifications, () => import("./notifications/notifications-page.tsx"), "NotificationsPage"),
  screen(PATHS.permissions, () => import("./permissions/permissions-page.tsx"), "PermissionsPage"),
  screen(PATHS.profile, () => import("./account/profile-page.tsx"), "ProfilePage"),
];

const loadFilePages = () => import("./documents/file-pages.tsx");

const BLANK: Route[] = [
  screen("/doc/:slug", () => import("./documents/document-page.tsx"), "DocumentPage"),
  screen("/documents/:uniqueDocumentId", () => import("./documents/document-page.tsx"), "DocumentByIdPage"),
  screen("/documents/:uniqueDocumentId/pdf", loadFilePages, "DocumentPdfPage"),
  screen("/documents/:uniqueDocumentId/evidence", loadFilePages, "EvidencePage"),
  screen("/invoices/:invoiceId/pdf", loadFilePages, "InvoicePdfPage"),
  screen("/signed-documents/:signedGeneralDocumentId/pdf", loadFilePages, "SignedPdfPage"),
  screen("/signed-documents/:signedGeneralDocumentId/evidence", loadFilePages, "SignedEvidencePage"),
];

/** Routes for developers. The production build leaves them out. */
const DEVELOPMENT: Route[] = import.meta.env.DEV
  ? [screen("/dev/blocks", () => import("./gallery/blocks-gallery-page.tsx"), "BlocksGalleryPage")]
  : [];

/** The screen of each address. */
export const ROUTES: Route[] = [
  {
    ErrorBoundary: ErrorPage,
    children: [
      ...PUBLIC,
      ...DEVELOPMENT,
      {
        guard: async (request) => (await import("./shell/require-sign-in.ts")).requireSignIn(request),
        ...lazy(() => import("./shell/signed-in-layout.tsx"), "SignedInLayout"),
        children: [
          {
            ...lazy(() => import("./shell/shell-layout.tsx"), "ShellLayout"),
            children: IN_SHELL.map((route) => ({ ...route, ErrorBoundary: ShellErrorPage })),
          },
          ...BLANK,
        ],
      },
      screen("*", loadNotFound, "NotFoundPage", async (request) =>
        (await loadNotFound()).loadSignedIn(request),
      ),
    ],
  },
];
