import { forgetIdempotencyKeys } from "../access/forget-idempotency-keys.job.ts";
import { renderSignedCopy } from "../agreements/render-signed-copy.job.ts";
import { keepShownPrices } from "../documents/keep-shown-prices.job.ts";
import { registerStoredImages } from "../documents/register-stored-images.job.ts";
import { renderDocumentPdf } from "../documents/render-document-pdf.job.ts";
import { sweepFiles } from "../files/sweep-files.job.ts";
import { fetchImage } from "../images/fetch-image.job.ts";
import { sendMail } from "../mail/send-mail.job.ts";
import type { Job } from "./job.ts";

/** Every job. A job outside this list never runs. */
export const JOBS = [
  fetchImage,
  forgetIdempotencyKeys,
  keepShownPrices,
  registerStoredImages,
  renderDocumentPdf,
  renderSignedCopy,
  sendMail,
  sweepFiles,
] as readonly Job[];
