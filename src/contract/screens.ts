/** A screen of the client's side. */
export type Screen = {
  /** Its address, with parameters after colons. */
  path: string;
  /** The names of the build's files that hold its code (vite.config.ts). */
  code: readonly string[];
};

const LIST = ["list", "shell"];

/** Where people arrive from a mail or a bookmark. Other screens are reached inside the portal. */
const SCREENS: readonly Screen[] = [
  { path: "/login", code: ["login-page"] },
  { path: "/dashboard", code: ["dashboard-page", "shell"] },
  { path: "/documents/type/:documentType", code: LIST },
  { path: "/documents/:uniqueDocumentId", code: ["document-page"] },
  { path: "/doc/:slug", code: ["document-page"] },
  { path: "/work-orders", code: LIST },
  { path: "/work-orders/:workOrderId", code: ["work-order-page", "shell"] },
  { path: "/invoices", code: LIST },
  { path: "/invoices/:invoiceId", code: ["invoice-page", "shell"] },
  { path: "/notifications", code: ["notifications-page", "shell"] },
  { path: "/permissions", code: ["permissions-page", "shell"] },
  { path: "/user", code: ["profile-page", "shell"] },
  { path: "/general-document/:generalDocumentId", code: ["general-document-page", "public-layout"] },
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
  const wanted = pattern.split("/");
  const given = pathname.replace(/(?<=.)\/$/, "").split("/");
  if (wanted.length !== given.length) return undefined;
  const params: Record<string, string> = {};
  for (const [place, part] of wanted.entries()) {
    const value = given[place] ?? "";
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

/** Undefined for an address that nobody can have been given. */
function decode(part: string): string | undefined {
  try {
    return decodeURIComponent(part);
  } catch {
    return undefined;
  }
}
