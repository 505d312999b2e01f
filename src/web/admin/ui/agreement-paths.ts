import type { Id } from "#domain/id.ts";

export const GENERAL_DOCUMENTS = "/general-documents";
export const NEW_GENERAL_DOCUMENT = `${GENERAL_DOCUMENTS}/new`;

export function managedGeneralDocumentPath(generalDocumentId: Id): string {
  return `${GENERAL_DOCUMENTS}/of/${encodeURIComponent(generalDocumentId)}`;
}

export function draftPath(generalDocumentId: Id): string {
  return `${managedGeneralDocumentPath(generalDocumentId)}/draft`;
}

/** The difference of two versions; "draft" is the draft. */
export function differencePath(generalDocumentId: Id, from: number, to: number | "draft"): string {
  return `${managedGeneralDocumentPath(generalDocumentId)}/difference?from=${from}&to=${to}`;
}

export function signaturePdfPath(signedGeneralDocumentId: Id): string {
  return `${signaturePath(signedGeneralDocumentId)}/pdf`;
}

export function signatureEvidencePath(signedGeneralDocumentId: Id): string {
  return `${signaturePath(signedGeneralDocumentId)}/evidence`;
}

function signaturePath(signedGeneralDocumentId: Id): string {
  return `${GENERAL_DOCUMENTS}/signatures/${encodeURIComponent(signedGeneralDocumentId)}`;
}
