import type { Noun } from "../noun.ts";
import { keepShownPrices } from "./keep-shown-prices.job.ts";
import { mailDecline } from "./mail-decline.job.ts";
import { priceDrafts } from "./price-drafts.job.ts";
import { registerStoredImages } from "./register-stored-images.job.ts";
import { renderDocumentPdf } from "./render-document-pdf.job.ts";

export const noun: Noun = {
  jobs: [keepShownPrices, mailDecline, priceDrafts, registerStoredImages, renderDocumentPdf],
};
