import type { Id } from "#domain/id.ts";
import { getProfile, listProfilesOfOrganization } from "./account.ts";
import { getGeneralTerms } from "./agreements.ts";
import type { Call } from "./call.ts";
import { DECISIONS, IN_PROGRESS, PROPOSALS, SCOPES, UNPAID } from "./dashboard-inputs.ts";
import { getDocument, getDocumentBySlug, listDocuments } from "./documents.ts";
import {
  FIRST_NOTIFICATIONS,
  FIRST_ROWS,
  LINKED_NAMES,
  latestUntil,
  UNREAD,
  unreadUntil,
} from "./first-inputs.ts";
import { listInvoices } from "./invoices.ts";
import { listNotifications } from "./notifications.ts";
import {
  listOrganizations,
  listPermissionRequests,
  listPermissions,
  listPermissionsOfOrganization,
} from "./permissions.ts";
import { getSecondFactor, getSignInRules, listSessions } from "./security.ts";
import { listWorkOrders } from "./work-orders.ts";

/** A screen of the client's side. */
export type Screen = {
  /** Its address, with parameters after colons. */
  path: string;
  /** The files below src/web that its route loads (src/web/routes.tsx). */
  code: readonly string[];
  /** What a signed-in person's screen asks first, except who they are. */
  firstCalls?: (visit: Visit) => FirstCall[];
  /** The server draws it into the page from the answers (decision 43). */
  isDrawn?: boolean;
};

/** One opening of a screen: what its address says, when, and the organization that its person acts for. */
export type Visit = { params: Record<string, string>; now: Date; organizationId: Id | null };

/** A call that the server answers in the page itself. */
export type FirstCall = {
  call: Call;
  input: { params?: unknown; query?: unknown; body?: unknown };
  /** Stands for an input that holds the time, and so never comes twice. */
  name?: string;
};

/** The person, their organizations and their permission there. */
export const CALLER_CALLS: readonly Call[] = [getProfile, listOrganizations, listPermissions];

function unreadCount(now: Date): FirstCall {
  return { call: listNotifications, input: unreadUntil(now), name: UNREAD };
}

function list(call: Call, own: (params: Record<string, string>) => object): Screen["firstCalls"] {
  return ({ params, now }) => [
    unreadCount(now),
    { call, input: { query: { ...own(params), limit: FIRST_ROWS } } },
  ];
}

function document(call: Call, name: "id" | "slug", parts: string): Screen["firstCalls"] {
  return ({ params }) => [
    { call, input: { params: { [name]: params[parts] } } },
    { call: getGeneralTerms, input: {} },
  ];
}

const DASHBOARD: Screen["firstCalls"] = ({ now }) => [
  unreadCount(now),
  { call: listDocuments, input: DECISIONS },
  { call: listInvoices, input: UNPAID },
  { call: listWorkOrders, input: IN_PROGRESS },
  { call: listDocuments, input: PROPOSALS },
  { call: listDocuments, input: SCOPES },
  { call: listNotifications, input: latestUntil(now), name: String(FIRST_NOTIFICATIONS) },
];

const PERMISSIONS: Screen["firstCalls"] = ({ now, organizationId }) => {
  const people = [listPermissionsOfOrganization, listProfilesOfOrganization];
  const input = { params: { organizationId } };
  return [
    unreadCount(now),
    ...(organizationId === null ? [] : people.map((call) => ({ call, input }))),
    { call: listPermissionRequests, input: {} },
    { call: getSignInRules, input: {} },
  ];
};

const PROFILE: Screen["firstCalls"] = ({ now }) => [
  unreadCount(now),
  { call: getSecondFactor, input: {} },
  { call: listSessions, input: {} },
];

export const SIGN_IN = "/login";

const SIGNED_IN = ["shell/require-sign-in.ts", "shell/signed-in-layout.tsx"];

/** A screen below the portal's navigation. */
function inShell(path: string, code: string, rest: Pick<Screen, "firstCalls" | "isDrawn"> = {}): Screen {
  return { path, code: [...SIGNED_IN, "shell/shell-layout.tsx", code], ...rest };
}

/** Where people arrive from a mail or a bookmark. Other screens are reached inside the portal. */
export const SCREENS: readonly Screen[] = [
  { path: SIGN_IN, code: ["login/login-page.tsx"], firstCalls: () => [], isDrawn: true },
  inShell("/dashboard", "dashboard/dashboard-page.tsx", { firstCalls: DASHBOARD, isDrawn: true }),
  inShell("/documents", "documents/document-list-page.tsx", {
    firstCalls: list(listDocuments, () => ({})),
    isDrawn: true,
  }),
  inShell("/documents/type/:documentType", "documents/document-list-page.tsx", {
    firstCalls: list(listDocuments, ({ documentType }) => ({ documentType })),
    isDrawn: true,
  }),
  {
    path: "/documents/:uniqueDocumentId",
    code: [...SIGNED_IN, "documents/document-page.tsx"],
    firstCalls: document(getDocument, "id", "uniqueDocumentId"),
    isDrawn: true,
  },
  {
    path: "/doc/:slug",
    code: [...SIGNED_IN, "documents/document-page.tsx"],
    firstCalls: document(getDocumentBySlug, "slug", "slug"),
    isDrawn: true,
  },
  inShell("/work-orders", "work-orders/work-orders-page.tsx", {
    firstCalls: list(listWorkOrders, () => LINKED_NAMES),
    isDrawn: true,
  }),
  inShell("/work-orders/:workOrderId", "work-orders/work-order-page.tsx"),
  inShell("/invoices", "invoices/invoices-page.tsx", {
    firstCalls: list(listInvoices, () => ({})),
    isDrawn: true,
  }),
  inShell("/invoices/:invoiceId", "invoices/invoice-page.tsx"),
  inShell("/notifications", "notifications/notifications-page.tsx"),
  inShell("/permissions", "permissions/permissions-page.tsx", { firstCalls: PERMISSIONS }),
  inShell("/user", "account/profile-page.tsx", { firstCalls: PROFILE }),
  {
    path: "/general-document/:generalDocumentId",
    code: ["agreements/general-document-page.tsx", "shell/public-layout.tsx"],
  },
];

/** The screen of a path, and the parameters in it; undefined for the address of no such screen. */
export function findScreen(pathname: string): { screen: Screen; params: Record<string, string> } | undefined {
  for (const screen of SCREENS) {
    const params = matchPath(screen.path, pathname);
    if (params) return { screen, params };
  }
  return undefined;
}

/** The decoded parameters of a path; undefined for another path, or one that no one can have been given. */
function matchPath(pattern: string, pathname: string): Record<string, string> | undefined {
  const match = new RegExp(`^${pattern.replace(/:(\w+)/g, "(?<$1>[^/]+)")}/?$`).exec(pathname);
  if (!match) return undefined;
  try {
    const parts = Object.entries(match.groups ?? {});
    return Object.fromEntries(parts.map(([name, part]) => [name, decodeURIComponent(part)]));
  } catch {
    return undefined;
  }
}
