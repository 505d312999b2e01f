import type * as calls from "#contract/admin/agreements.ts";
import { generalDocumentDrafts } from "#server/schema/agreements.ts";
import { makeGeneralDocument, publishText } from "#tests/support/factories.ts";
import type { TestApp } from "#tests/support/make-app.ts";
import type { PointedAt } from "#tests/support/pointed-calls.ts";
import { addSignature } from "#tests/support/signing.ts";

/** A document in its second version, with a signature under the first and a draft of the third. */
export async function makeOwn(app: TestApp) {
  const { db } = app;
  const { generalDocumentId } = await makeGeneralDocument(db);
  const signer = { userFirstName: "Grace", userLastName: "Hopper", userEmail: "grace@example.test" };
  const earlierSignatureId = await addSignature(app, { generalDocumentId, version: 1, ...signer });
  await publishText(db, generalDocumentId, { richText: "<p>Newer</p>" });
  await db.insert(generalDocumentDrafts).values({
    generalDocumentId,
    name: "Terms",
    richText: "<p>Newest</p>",
    signatureType: "ACKNOWLEDGE",
    isGeneralTerms: false,
    savedAt: new Date(),
    savedBy: "Noah",
  });
  return { managedDocumentId: generalDocumentId, earlierSignatureId };
}

const details = {
  name: "Terms",
  richText: "<p>Text</p>",
  signatureType: "ACKNOWLEDGE",
  isGeneralTerms: false,
} as const;

export const pointed: PointedAt<typeof calls, "managedDocumentId" | "earlierSignatureId"> = {
  listManagedGeneralDocuments: () => ({}),
  getManagedGeneralDocument: ({ managedDocumentId: id }) => ({ params: { id } }),
  getDocumentVersion: ({ managedDocumentId: id }) => ({ params: { id, version: "1" } }),
  addGeneralDocument: ({ managedDocumentId }) => ({
    body: { generalDocumentId: `${managedDocumentId}-copy`, ...details },
  }),
  addStarterTerms: ({ managedDocumentId }) => ({
    body: { generalDocumentId: `${managedDocumentId}-terms` },
  }),
  saveDraft: ({ managedDocumentId: id }) => ({
    params: { id },
    body: { ...details, asRead: 1, onVersion: 2 },
  }),
  publishDraft: ({ managedDocumentId: id }) => ({ params: { id }, body: { asRead: 1 } }),
  discardDraft: ({ managedDocumentId: id }) => ({ params: { id }, body: { asRead: 1 } }),
  retireGeneralDocument: ({ managedDocumentId: id }) => ({ params: { id }, body: { isRetired: true } }),
  requestNewSignatures: ({ managedDocumentId: id, earlierSignatureId }) => ({
    params: { id },
    body: { version: 2, of: { signedGeneralDocumentIds: [earlierSignatureId] } },
  }),
  listSignatures: () => ({}),
  getSignature: ({ earlierSignatureId: id }) => ({ params: { id } }),
};
