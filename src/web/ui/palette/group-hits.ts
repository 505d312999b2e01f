import { SEARCH_KINDS, type SearchHit, type SearchKind } from "#domain/search/search-hit.ts";

export type HitGroup = { label: string; hits: SearchHit[] };

const LABELS: Record<SearchKind, string> = {
  document: "Documents",
  workOrder: "Work orders",
  invoice: "Invoices",
  organization: "Organizations",
  person: "People",
  product: "Products",
  generalDocument: "General documents",
  template: "Templates",
};

/** The hits by kind, and last those inside pages. */
export function groupHits(hits: readonly SearchHit[]): HitGroup[] {
  const named = SEARCH_KINDS.map((kind) => ({
    label: LABELS[kind],
    hits: hits.filter((hit) => hit.kind === kind && hit.part === null),
  }));
  const inPages = { label: "Inside documents", hits: hits.filter(({ part }) => part !== null) };
  return [...named, inPages].filter((group) => group.hits.length > 0);
}
