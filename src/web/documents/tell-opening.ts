import { reportOpening } from "#contract/documents.ts";
import type { Id } from "#domain/id.ts";
import { call } from "#web/lib/call.ts";

/** Tells the company that the person has opened a document. Resolves also if the report fails: nobody waits for it. */
export async function tellOpening(id: Id, what: "page" | "pdf"): Promise<void> {
  await call(reportOpening, { params: { id }, body: { what } }).catch(() => {});
}
