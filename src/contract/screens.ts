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
export const WHO_ASKS: readonly Call[] = [getProfile, listOrganizations, listPermissions];

function bell(now: Date): FirstCall {
  return { call: listNotifications, input: unreadUntil(now), name: UNREAD };
}

function list(call: Call, own: (params: Record<string, string>) => object): Screen["firstCalls"] {
  return ({ params, now }) => [bell(now), { call, input: { query: { ...own(params), limit: FIRST_ROWS } } }];
}

function document(call: Call, name: "id" | "slug", parts: string): Screen["firstCalls"] {
  return ({ params }) => [
    { call, input: { params: { [name]: params[parts] } } },
    { call: getGeneralTerms, input: {} },
  ];
}

const DASHBOARD: Screen["firstCalls"] = ({ now }) => [
  bell(now),
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
    bell(now),
    ...(organizationId === null ? [] : people.map((call) => ({ call, input }))),
    { call: listPermissionRequests, input: {} },
    { call: getSignInRules, input: {} },
  ];
};

const PROFILE: Screen["firstCalls"] = ({ now }) => [
  bell(now),
  { call: getSecondFactor, input: {} },
  { call: listSessions, input: {} },
];

export const SIGN_IN = "/login";

const SIGNED_IN = ["shell/require-sign-in.ts", "shell/signed-in-layout.tsx"];
const IN_SHELL = [...SIGNED_IN, "shell/shell-layout.tsx"];

/** Where people arrive from a mail or a bookmark. Other screens are reached inside the portal. */
export const SCREENS: readonly Screen[] = [
  { path: SIGN_IN, code: ["login/login-page.tsx"], firstCalls: () => [], isDrawn: true },
  {
    path: "/dashboard",
    code: [...IN_SHELL, "dashboard/dashboard-page.tsx"],
    firstCalls: DASHBOARD,
    isDrawn: true,
  },
  {
    path: "/documents/type/:documentType",
    code: [...IN_SHELL, "documents/document-list-page.tsx"],
    firstCalls: list(listDocuments, ({ documentType }) => ({ documentType })),
    isDrawn: true,
  },
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
  {
    path: "/work-orders",
    code: [...IN_SHELL, "work-orders/work-orders-page.tsx"],
    firstCalls: list(listWorkOrders, () => LINKED_NAMES),
    isDrawn: true,
  },
  { path: "/work-orders/:workOrderId", code: [...IN_SHELL, "work-orders/work-order-page.tsx"] },
  {
    path: "/invoices",
    code: [...IN_SHELL, "invoices/invoices-page.tsx"],
    firstCalls: list(listInvoices, () => ({})),
    isDrawn: true,
  },
  { path: "/invoices/:invoiceId", code: [...IN_SHELL, "invoices/invoice-page.tsx"] },
  { path: "/notifications", code: [...IN_SHELL, "notifications/notifications-page.tsx"] },
  { path: "/permissions", code: [...IN_SHELL, "permissions/permissions-page.tsx"], firstCalls: PERMISSIONS },
  { path: "/user", code: [...IN_SHELL, "account/profile-page.tsx"], firstCalls: PROFILE },
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

function matchPath(pattern: string, pathname: string): Record<string, string> | undefined {
  const patternParts = pattern.split("/");
  const parts = pathname.replace(/(?<=.)\/$/, "").split("/");
  if (patternParts.length !== parts.length) return undefined;
  const params: Record<string, string> = {};
  for (const [place, part] of patternParts.entries()) {
    const value = parts[place] ?? "";
    if (!part.startsWith(":")) {
      if (part !== value) return undefined;
      continue;
    }
    const text = decode(value);
    if (!text) return undefined;
    params[part.slice(1)] = text;
  }
  return params;
}

/** Undefined for an address that no one can have been given. */
function decode(part: string): string | undefined {
  try {
    return decodeURIComponent(part);
  } catch {
    return undefined;
  }
}
