import { forgetIdempotencyKeys } from "../access/forget-idempotency-keys.job.ts";
import { mailSigningRequests } from "../agreements/mail-signing-requests.job.ts";
import { renderSignedCopy } from "../agreements/render-signed-copy.job.ts";
import { tellAnnouncement } from "../announcements/tell-announcement.job.ts";
import type { Job } from "../deps.ts";
import { keepShownPrices } from "../documents/keep-shown-prices.job.ts";
import { mailDecline } from "../documents/mail-decline.job.ts";
import { priceDrafts } from "../documents/price-drafts.job.ts";
import { registerStoredImages } from "../documents/register-stored-images.job.ts";
import { renderDocumentPdf } from "../documents/render-document-pdf.job.ts";
import { sweepFiles } from "../files/sweep-files.job.ts";
import { tellUntold } from "../identity/tell-untold.job.ts";
import { fetchImage } from "../images/fetch-image.job.ts";
import { tendTables } from "../installation/tend-tables.job.ts";
import { renderInvoicePdf } from "../invoices/render-invoice-pdf.job.ts";
import { sendMail } from "../mail/send-mail.job.ts";
import { expireRequests } from "../permissions/expire-requests.job.ts";
import { clearOldRecords } from "../retention/clear-old-records.job.ts";
import { indexStoredPages } from "../search/index-stored-pages.job.ts";

/** Every job. A job outside this list never runs. */
export const JOBS = [
  clearOldRecords,
  expireRequests,
  fetchImage,
  forgetIdempotencyKeys,
  indexStoredPages,
  keepShownPrices,
  mailDecline,
  mailSigningRequests,
  priceDrafts,
  registerStoredImages,
  renderDocumentPdf,
  renderInvoicePdf,
  renderSignedCopy,
  sendMail,
  sweepFiles,
  tellAnnouncement,
  tellUntold,
  tendTables,
] as readonly Job[];
