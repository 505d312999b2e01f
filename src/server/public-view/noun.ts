import { eq } from "drizzle-orm";
import * as calls from "#contract/admin/documents.ts";
import type { Sharing } from "#domain/documents/managed-document.ts";
import type { Id } from "#domain/id.ts";
import { AppError } from "../app-error.ts";
import type { DbOrTx } from "../db/database.ts";
import { type Route, route } from "../http/route.ts";
import type { Noun } from "../noun.ts";
import { COMPANY, see } from "../rls/row-rules.ts";
import { uniqueDocuments } from "../schema/documents.ts";
import { documentSharings } from "../schema/public-view.ts";
import { presentSharing } from "./queries.ts";
import { shareDocument } from "./share-document.ts";

export const noun: Noun = {
  rows: {
    document_sharings: [see(["visitor"], "expires_at is null or expires_at > now()"), ...COMPANY],
  },
};

export const routes: Route[] = [
  route(calls.getSharing, ({ deps, params }) => getSharing(deps.db, params.id)),
  route(calls.shareDocument, ({ deps, caller, params, body }) =>
    shareDocument(deps, caller, params.id, body),
  ),
];

/** The sharing of a document of any organization. */
async function getSharing(reader: DbOrTx, uniqueDocumentId: Id): Promise<Sharing> {
  const [row] = await reader
    .select({ sharing: documentSharings })
    .from(uniqueDocuments)
    .leftJoin(documentSharings, eq(documentSharings.uniqueDocumentId, uniqueDocuments.uniqueDocumentId))
    .where(eq(uniqueDocuments.uniqueDocumentId, uniqueDocumentId));
  if (!row) throw new AppError("not-found", "There is no such document.");
  return presentSharing(uniqueDocumentId, row.sharing);
}
