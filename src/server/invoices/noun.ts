import type { Noun } from "../noun.ts";
import { renderInvoicePdf } from "./render-invoice-pdf.job.ts";

export const noun: Noun = { jobs: [renderInvoicePdf] };
