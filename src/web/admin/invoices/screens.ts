import type { Screen } from "../screens.ts";

export const screens: Screen[] = [
  {
    path: "/invoices",
    label: "Invoices",
    place: 5,
    load: async () => (await import("./invoices-page.tsx")).InvoicesPage,
  },
  {
    path: "/invoices/new",
    load: async () => (await import("./new-invoice-page.tsx")).NewInvoicePage,
  },
  {
    path: "/invoices/:invoiceId",
    shows: "invoice",
    load: async () => (await import("./invoice-page.tsx")).InvoicePage,
  },
  {
    path: "/invoices/:invoiceId/pdf",
    load: async () => (await import("./invoice-pdf-page.tsx")).InvoicePdfPage,
  },
];
