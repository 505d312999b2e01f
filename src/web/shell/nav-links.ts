import { documentListPath, PATHS } from "#web/paths.ts";

type NavLink = { label: string; path: string; isForVerifiedOnly: boolean };

/** The links at the top (spec 1 section 2). */
const TOP_LINKS: readonly NavLink[] = [
  { label: "Dashboard", path: PATHS.dashboard, isForVerifiedOnly: false },
  { label: "Scope of Work", path: documentListPath("SCOPE_OF_WORK"), isForVerifiedOnly: true },
  { label: "Proposals", path: documentListPath("PROPOSAL"), isForVerifiedOnly: true },
  { label: "Work Orders", path: PATHS.workOrders, isForVerifiedOnly: true },
  { label: "Invoices", path: PATHS.invoices, isForVerifiedOnly: true },
];

export const AGREEMENTS_PATH = documentListPath("LEGAL_DOCUMENT");

export function linksFor(isOrgVerified: boolean): readonly NavLink[] {
  return TOP_LINKS.filter((link) => isOrgVerified || !link.isForVerifiedOnly);
}

/** A link is active when the current path contains its path. */
export function isActive(link: Pick<NavLink, "path">, currentPath: string): boolean {
  return currentPath.includes(link.path);
}
