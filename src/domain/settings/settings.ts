import { z } from "zod";
import { StoredEmail } from "../account/user-profile.ts";
import { IMAGE_ID } from "../images/image-address.ts";
import { lineOfText } from "../line-of-text.ts";
import { GstPercent } from "../pricing/gst.ts";
import { Abn } from "./abn.ts";
import { KeptRecords } from "./kept-records.ts";
import { Numbering } from "./numbering.ts";

/** Whether this machine knows a time zone such as "Australia/Sydney". */
export function isTimeZone(name: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat("en-AU", { timeZone: name }));
  } catch {
    return false;
  }
}

/** PostgreSQL takes these for abbreviations of a time without summer time. */
const ABBREVIATION = /^[CEMW]ET$/i;

/** Whether it is a name that PostgreSQL reads like this machine. It counts "+10:00" to the west. */
export function isNamedTimeZone(name: string): boolean {
  return /^[A-Za-z]/.test(name) && !ABBREVIATION.test(name) && isTimeZone(name);
}

export const PAPER_SIZES = ["A4", "Letter"] as const;

/** The paper of PDFs. */
export type PaperSize = (typeof PAPER_SIZES)[number];

export const Accent = z.string().regex(/^#[0-9a-fA-F]{6}$/, "Please enter a colour such as #0f6b5c");

/** What a company sets for its portal. */
export const Settings = z.strictObject({
  companyName: lineOfText(100, "Please enter the company's name"),
  productName: lineOfText(60, "Please enter the portal's name"),
  companySite: z
    .url({ protocol: /^https?$/, error: "Please enter an address such as https://example.com" })
    .max(500),
  abn: Abn.nullable(),
  /** Several lines, as on an envelope. */
  address: z.string().trim().min(1).max(500, "Please use at most 500 characters").nullable(),
  /** An uploaded image. Null: the file of the server's configuration, or the product's logo. */
  logoImageId: z.string().regex(IMAGE_ID).nullable(),
  accent: Accent,
  accentDark: Accent,
  /** Whether prices add GST. */
  isGstRegistered: z.boolean(),
  gstPercent: GstPercent,
  documentNumbers: Numbering,
  invoiceNumbers: Numbering,
  /** Where answers to the portal's mails go. Null: to the sender's own address. */
  replyTo: StoredEmail.nullable(),
  /** Whether the company's own people can do nothing without a second factor. */
  requiresFactor: z.boolean(),
  /** Whether clients show anew that it is them before they accept, in every organization. */
  confirmsAcceptance: z.boolean(),
  /** Whether certificates of acceptance show the network address and device of the person who accepted. */
  certificateShowsOrigin: z.boolean(),
  /** The paper of new PDFs. */
  paperSize: z.enum(PAPER_SIZES, "Please choose A4 or Letter"),
  kept: KeptRecords,
  timeZone: z.string().refine(isTimeZone, "Please choose a time zone such as Australia/Sydney"),
});
export type Settings = z.infer<typeof Settings>;
