import type { ComponentType } from "react";
import type { SearchKind } from "#domain/search/search-hit.ts";
import { ALL_PEOPLE_PATH } from "#web/paths.ts";
import { GENERAL_DOCUMENTS, NEW_GENERAL_DOCUMENT } from "./ui/agreement-paths.ts";
import { NEW_RETAINER, RETAINERS, SYSTEM_PATH, UNDELIVERED_PATH } from "./ui/paths.ts";

export type Screen = {
  path: string;
  /** The label of its link in the bar. A screen without one is reached from another screen. */
  label?: string;
  /** The place of its link in the bar, from the left. A link without a position is shown under "More". */
  place?: number;
  /** Others have no link to it. */
  isForOwners?: true;
  /** The kind of record that it shows, whose id is in its path. A hit of a search leads to it. */
  shows?: SearchKind;
  load: () => Promise<ComponentType>;
};

export const FIRST_PATH = "/";

const GENERAL_DOCUMENT = `${GENERAL_DOCUMENTS}/of/:generalDocumentId`;

/** Every screen of the company's side, by folder. */
export const SCREENS: readonly Screen[] = [
  {
    path: "/people",
    label: "People",
    place: 7,
    load: async () => (await import("./account/people-page.tsx")).PeoplePage,
  },
  {
    path: "/account",
    load: async () => (await import("./account/own-account-page.tsx")).OwnAccountPage,
  },
  {
    path: "/activity",
    label: "Activity",
    load: async () => (await import("./activity/activity-page.tsx")).ActivityPage,
  },
  {
    path: GENERAL_DOCUMENTS,
    label: "General documents",
    load: async () => (await import("./agreements/general-documents-page.tsx")).GeneralDocumentsPage,
  },
  {
    path: NEW_GENERAL_DOCUMENT,
    load: async () => (await import("./agreements/new-general-document-page.tsx")).NewGeneralDocumentPage,
  },
  {
    path: GENERAL_DOCUMENT,
    shows: "generalDocument",
    load: async () => (await import("./agreements/general-document-page.tsx")).GeneralDocumentPage,
  },
  {
    path: `${GENERAL_DOCUMENT}/draft`,
    load: async () => (await import("./agreements/draft-page.tsx")).DraftPage,
  },
  {
    path: `${GENERAL_DOCUMENT}/difference`,
    load: async () => (await import("./agreements/difference-page.tsx")).DifferencePage,
  },
  {
    path: `${GENERAL_DOCUMENTS}/signatures/:signedGeneralDocumentId/pdf`,
    load: async () => (await import("./agreements/file-pages.tsx")).SignaturePdfPage,
  },
  {
    path: `${GENERAL_DOCUMENTS}/signatures/:signedGeneralDocumentId/evidence`,
    load: async () => (await import("./agreements/file-pages.tsx")).SignatureEvidencePage,
  },
  {
    path: "/documents",
    label: "Documents",
    place: 3,
    load: async () => (await import("./documents/documents-page.tsx")).DocumentsPage,
  },
  {
    path: "/documents/new",
    load: async () => (await import("./documents/new-document-page.tsx")).NewDocumentPage,
  },
  {
    path: "/documents/:uniqueDocumentId",
    shows: "document",
    load: async () => (await import("./documents/document-page.tsx")).DocumentPage,
  },
  {
    path: "/documents/:uniqueDocumentId/pdf",
    load: async () => (await import("./documents/file-pages.tsx")).DocumentPdfPage,
  },
  {
    path: "/documents/:uniqueDocumentId/evidence",
    load: async () => (await import("./documents/file-pages.tsx")).EvidencePage,
  },
  {
    path: "/documents/:uniqueDocumentId/edit",
    load: async () => (await import("./editor/editor-screen.tsx")).DocumentEditor,
  },
  {
    path: "/templates/:templateId/edit",
    load: async () => (await import("./editor/editor-screen.tsx")).TemplateEditor,
  },
  {
    path: FIRST_PATH,
    label: "Home",
    place: 1,
    load: async () => (await import("./home/home-page.tsx")).HomePage,
  },
  {
    path: "/organizations/import",
    load: async () => (await import("./imports/import-pages.tsx")).ImportOrganizationsPage,
  },
  {
    path: "/people/import",
    load: async () => (await import("./imports/import-pages.tsx")).ImportPeoplePage,
  },
  {
    path: "/work-orders/import",
    load: async () => (await import("./imports/import-pages.tsx")).ImportWorkOrdersPage,
  },
  {
    path: "/invoices",
    label: "Invoices",
    place: 5,
    load: async () => (await import("./invoices/invoices-page.tsx")).InvoicesPage,
  },
  {
    path: "/invoices/new",
    load: async () => (await import("./invoices/new-invoice-page.tsx")).NewInvoicePage,
  },
  {
    path: "/invoices/:invoiceId",
    shows: "invoice",
    load: async () => (await import("./invoices/invoice-page.tsx")).InvoicePage,
  },
  {
    path: "/invoices/:invoiceId/pdf",
    load: async () => (await import("./invoices/invoice-pdf-page.tsx")).InvoicePdfPage,
  },
  {
    path: RETAINERS,
    load: async () => (await import("./invoices/retainers-page.tsx")).RetainersPage,
  },
  {
    path: NEW_RETAINER,
    load: async () => (await import("./invoices/new-retainer-page.tsx")).NewRetainerPage,
  },
  {
    path: `${RETAINERS}/:retainerId`,
    shows: "retainer",
    load: async () => (await import("./invoices/retainer-page.tsx")).RetainerPage,
  },
  {
    path: UNDELIVERED_PATH,
    load: async () => (await import("./mails/undelivered-page.tsx")).UndeliveredPage,
  },
  {
    path: "/mails",
    label: "Emails",
    load: async () => (await import("./mails/mails-page.tsx")).MailsPage,
  },
  {
    path: "/organizations",
    label: "Organizations",
    place: 2,
    load: async () => (await import("./organizations/organizations-page.tsx")).OrganizationsPage,
  },
  {
    path: "/organizations/:organizationId",
    shows: "organization",
    load: async () => (await import("./organizations/organization-page.tsx")).OrganizationPage,
  },
  {
    path: "/requests",
    load: async () => (await import("./organizations/requests-page.tsx")).RequestsPage,
  },
  {
    path: "/announcements",
    label: "Announcements",
    load: async () => (await import("./organizations/announcements-page.tsx")).AnnouncementsPage,
  },
  { path: ALL_PEOPLE_PATH, load: async () => (await import("./people/all-people-page.tsx")).AllPeoplePage },
  {
    path: `${ALL_PEOPLE_PATH}/:userProfileId`,
    shows: "person",
    load: async () => (await import("./people/person-page.tsx")).PersonPage,
  },
  {
    path: "/documents/:uniqueDocumentId/preview",
    load: async () => (await import("./preview/preview-page.tsx")).PreviewPage,
  },
  {
    path: "/products",
    label: "Products",
    place: 6,
    load: async () => (await import("./products/products-page.tsx")).ProductsPage,
  },
  {
    path: "/products/import",
    load: async () => (await import("./products/import-products-page.tsx")).ImportProductsPage,
  },
  {
    path: "/products/:productId",
    shows: "product",
    load: async () => (await import("./products/product-page.tsx")).ProductPage,
  },
  {
    path: "/documents/:id/revisions",
    load: async () => (await import("./revisions/revisions-page.tsx")).DocumentRevisionsPage,
  },
  {
    path: "/templates/:id/revisions",
    load: async () => (await import("./revisions/revisions-page.tsx")).TemplateRevisionsPage,
  },
  {
    path: "/settings",
    label: "Settings",
    load: async () => (await import("./settings/settings-page.tsx")).SettingsPage,
  },
  {
    path: SYSTEM_PATH,
    label: "System",
    isForOwners: true,
    load: async () => (await import("./system/system-page.tsx")).SystemPage,
  },
  {
    path: "/templates",
    label: "Templates",
    load: async () => (await import("./templates/templates-page.tsx")).TemplatesPage,
  },
  {
    path: "/templates/:templateId",
    shows: "template",
    load: async () => (await import("./templates/template-page.tsx")).TemplatePage,
  },
  {
    path: "/work-orders",
    label: "Work orders",
    place: 4,
    load: async () => (await import("./work-orders/work-orders-page.tsx")).WorkOrdersPage,
  },
  {
    path: "/work-orders/board",
    load: async () => (await import("./work-orders/board-page.tsx")).BoardPage,
  },
  {
    path: "/work-orders/new",
    load: async () => (await import("./work-orders/new-work-order-page.tsx")).NewWorkOrderPage,
  },
  {
    path: "/work-orders/:workOrderId",
    shows: "workOrder",
    load: async () => (await import("./work-orders/work-order-page.tsx")).WorkOrderPage,
  },
];
