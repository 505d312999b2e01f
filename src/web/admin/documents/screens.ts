import type { Screen } from "../screens.ts";

export const screens: Screen[] = [
  {
    path: "/documents",
    label: "Documents",
    place: 3,
    load: async () => (await import("./documents-page.tsx")).DocumentsPage,
  },
  {
    path: "/documents/new",
    load: async () => (await import("./new-document-page.tsx")).NewDocumentPage,
  },
  {
    path: "/documents/:uniqueDocumentId",
    shows: "document",
    load: async () => (await import("./document-page.tsx")).DocumentPage,
  },
  {
    path: "/documents/:uniqueDocumentId/pdf",
    load: async () => (await import("./file-pages.tsx")).DocumentPdfPage,
  },
  {
    path: "/documents/:uniqueDocumentId/evidence",
    load: async () => (await import("./file-pages.tsx")).EvidencePage,
  },
];
