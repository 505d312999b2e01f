import type * as calls from "#contract/agreements.ts";
import { unique } from "#tests/support/factories.ts";
import type { PointedAt } from "#tests/support/pointed-calls.ts";

export const pointed: PointedAt<typeof calls> = {
  getGeneralDocument: (ids) => ({ params: { id: ids.generalDocumentId } }),
  getGeneralTerms: () => ({}),
  listGeneralDocuments: (ids) => ({ body: { generalDocumentIds: [ids.generalDocumentId] } }),
  listSignedGeneralDocuments: () => ({}),
  getSignedGeneralDocument: (ids) => ({ params: { id: ids.signedGeneralDocumentId } }),
  listOwnSignatures: () => ({}),
  signGeneralDocument: (ids, asking) => ({
    body: {
      userId: asking.userProfileId,
      organizationId: asking.isWriter ? ids.organizationId : null,
      documentId: ids.generalDocumentId,
    },
  }),
  requestSigningCode: (ids) => ({
    body: { documentId: ids.generalDocumentId, email: `${unique("visitor")}@example.test` },
  }),
  confirmSignature: ({ confirmationToken }) => ({ body: { token: confirmationToken } }),
  signGeneralDocumentAsVisitor: (ids) => ({
    body: {
      documentId: ids.generalDocumentId,
      email: `${unique("visitor")}@example.test`,
      firstName: "Grace",
      lastName: "Hopper",
    },
  }),
};
