import type { DocumentType } from "#domain/documents/unique-document.ts";
import type { Id } from "#domain/id.ts";

/** Every address of the portal (spec 1 section 2). */
export const PATHS = {
  landing: "/",
  home: "/home",
  login: "/login",
  notAdmin: "/not-admin",
  profile: "/user",
  dashboard: "/dashboard",
  permissions: "/permissions",
  notifications: "/notifications",
  documents: "/documents",
  workOrders: "/work-orders",
  invoices: "/invoices",
  /** The company's side is another page, so links to it load that page. */
  admin: "/admin",
} as const;

/** Where issuers of single sign-on lead back to, and where a window begins that confirms or continues a session. */
export const ISSUER_PATHS = { callback: "/sign-in/callback", window: "/sign-in/window" } as const;

export const ALL_PEOPLE_PATH = "/people/all";

export function personPath(userProfileId: Id): string {
  return `${ALL_PEOPLE_PATH}/${encodeURIComponent(userProfileId)}`;
}

export function documentListPath(documentType: DocumentType): string {
  return `/documents/type/${documentType}`;
}

export function documentPath(slug: string): string {
  return `/doc/${encodeURIComponent(slug)}`;
}

/** The path of a document by its id, if its slug is unknown. */
export function documentByIdPath(uniqueDocumentId: Id): string {
  return `/documents/${encodeURIComponent(uniqueDocumentId)}`;
}

/** An address that redirects to a new link to the document's PDF. */
export function documentPdfPath(uniqueDocumentId: Id): string {
  return `${documentByIdPath(uniqueDocumentId)}/pdf`;
}

/** Of what was signed; its PDF and its evidence are below. */
export function signedPath(signedGeneralDocumentId: Id): string {
  return `/signed-documents/${encodeURIComponent(signedGeneralDocumentId)}`;
}

export function workOrderPath(workOrderId: Id): string {
  return `${PATHS.workOrders}/${encodeURIComponent(workOrderId)}`;
}

export function invoicePath(invoiceId: Id): string {
  return `${PATHS.invoices}/${encodeURIComponent(invoiceId)}`;
}

export function invoicePdfPath(invoiceId: Id): string {
  return `${invoicePath(invoiceId)}/pdf`;
}

export function generalDocumentPath(generalDocumentId: Id): string {
  return `/general-document/${encodeURIComponent(generalDocumentId)}`;
}
