import type { Id } from "#domain/id.ts";
import { momentAt } from "#domain/world/world-moment.ts";
import { generalDocuments, signedGeneralDocuments } from "../agreements/tables.ts";
import type { Tx } from "../db/database.ts";
import { sanitiseHtml } from "../html/sanitise-html.ts";
import { addRows } from "./add-rows.ts";
import type { IdentifiedWorld } from "./identify-world.ts";
import type { WorldIndex } from "./world-index.ts";

export async function addGeneralDocuments(
  tx: Tx,
  list: IdentifiedWorld["generalDocuments"],
  now: Date,
): Promise<Set<Id>> {
  const rows = list.map(({ id, value }) => ({
    generalDocumentId: id,
    name: value.name,
    richText: sanitiseHtml(value.richText),
    signatureType: value.signatureType,
    isGeneralTerms: value.isGeneralTerms,
    updatedAt: value.updatedAt ? momentAt(value.updatedAt, now) : now,
  }));
  return addRows(tx, generalDocuments, generalDocuments.generalDocumentId, rows);
}

/** What the file does not say of a signer is taken from their profile. */
export async function addSignatures(
  tx: Tx,
  list: IdentifiedWorld["signedGeneralDocuments"],
  organizationNames: ReadonlyMap<Id, string>,
  index: WorldIndex,
  now: Date,
): Promise<Set<Id>> {
  const rows = list.map(({ id, value }) => {
    const person = value.userId === undefined ? undefined : index.person(value.userId);
    const named =
      value.organizationId === undefined ? undefined : organizationNames.get(value.organizationId);
    return {
      signedGeneralDocumentId: id,
      generalDocumentId: value.documentId,
      userProfileId: person?.userProfileId ?? null,
      userFirstName: value.userFirstName ?? person?.firstName ?? "",
      userLastName: value.userLastName ?? person?.lastName ?? "",
      userEmail: value.userEmail ?? person?.email ?? "",
      organizationId: value.organizationId ?? null,
      organizationName: value.organizationName ?? named ?? null,
      globalOrganizationIdentifier: value.globalOrganizationIdentifier ?? null,
      signedAt: momentAt(value.signedAt, now),
    };
  });
  return addRows(tx, signedGeneralDocuments, signedGeneralDocuments.signedGeneralDocumentId, rows);
}
