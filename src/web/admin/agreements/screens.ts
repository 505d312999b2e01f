import type { Screen } from "../screens.ts";
import { GENERAL_DOCUMENTS, NEW_GENERAL_DOCUMENT } from "../ui/agreement-paths.ts";

const ONE = `${GENERAL_DOCUMENTS}/of/:generalDocumentId`;

export const screens: Screen[] = [
  {
    path: GENERAL_DOCUMENTS,
    label: "General documents",
    load: async () => (await import("./general-documents-page.tsx")).GeneralDocumentsPage,
  },
  {
    path: NEW_GENERAL_DOCUMENT,
    load: async () => (await import("./new-general-document-page.tsx")).NewGeneralDocumentPage,
  },
  {
    path: ONE,
    shows: "generalDocument",
    load: async () => (await import("./general-document-page.tsx")).GeneralDocumentPage,
  },
  {
    path: `${ONE}/draft`,
    load: async () => (await import("./draft-page.tsx")).DraftPage,
  },
  {
    path: `${ONE}/difference`,
    load: async () => (await import("./difference-page.tsx")).DifferencePage,
  },
  {
    path: `${GENERAL_DOCUMENTS}/signatures/:signedGeneralDocumentId/pdf`,
    load: async () => (await import("./file-pages.tsx")).SignaturePdfPage,
  },
  {
    path: `${GENERAL_DOCUMENTS}/signatures/:signedGeneralDocumentId/evidence`,
    load: async () => (await import("./file-pages.tsx")).SignatureEvidencePage,
  },
];
