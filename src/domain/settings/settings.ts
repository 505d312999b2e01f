import { z } from "zod";
import { StoredEmail } from "../account/user-profile.ts";
import { Abn } from "../agreements/identifiers.ts";
import { CompanyReminders, HOURS_IN_ORDER } from "../documents/reminders.ts";
import { isTimeZone } from "../format.ts";
import { IMAGE_ID } from "../images/image-address.ts";
import { OverdueSchedule } from "../invoices/overdue-reminders.ts";
import { PaymentTerms } from "../invoices/payment-terms.ts";
import { GstPercent } from "../pricing/ranges.ts";
import { Versioned } from "../record-fields.ts";
import { lineOfText } from "../typed-text.ts";

const Days = z
  .int()
  .min(7, "Please keep them for at least 7 days")
  .max(36_500, "Please use at most 36,500 days");

/** How many days records are kept. Null: for ever. Decisions and signatures are evidence and always stay. */
export const RetentionDays = z.strictObject({
  /** The address and browser of a sign-in or an accepted invitation. */
  addressDays: Days,
  /** Sent emails and their recipients. */
  mailDays: Days.nullable(),
  /** The activity, and who opened which document. */
  activityDays: Days.nullable(),
});
export type RetentionDays = z.infer<typeof RetentionDays>;

/** Australian company law asks for seven years of business records. */
export const DEFAULT_RETENTION: RetentionDays = { addressDays: 90, mailDays: 730, activityDays: 2557 };

export const RETENTION_CHOICES: Readonly<Record<number, string>> = {
  30: "30 days",
  90: "90 days",
  180: "180 days",
  365: "1 year",
  730: "2 years",
  1826: "5 years",
  2557: "7 years",
  3652: "10 years",
};

/** The records that get a number each: "INV-0042". */
export const NUMBERED = ["document", "invoice"] as const;
export type Numbered = (typeof NUMBERED)[number];

export const HIGHEST_NUMBER = 999_999_999;

/** How the numbers of one kind of record look, and the next one. */
export const Numbering = z.strictObject({
  prefix: z
    .string()
    .trim()
    .max(12, "Please use at most 12 characters")
    .regex(/^[A-Za-z0-9/._-]*$/, "Please use letters, digits and - / . _ only"),
  /** Shorter numbers get zeros in front. */
  digits: z.int("Please enter a number from 1 to 9").min(1, "At least 1 digit").max(9, "At most 9 digits"),
  next: z
    .int("Please enter a whole number")
    .min(1, "The first number is 1")
    .max(HIGHEST_NUMBER, "Please use at most 9 digits"),
});
export type Numbering = z.infer<typeof Numbering>;

/** "INV-0042" */
export function formatNumber({ prefix, digits }: Omit<Numbering, "next">, number: number): string {
  return prefix + String(number).padStart(digits, "0");
}

/** PostgreSQL takes these for abbreviations of a time without summer time. */
const ABBREVIATION = /^[CEMW]ET$/i;

/** Whether it is a name that PostgreSQL reads like this machine. It counts "+10:00" to the west. */
export function isNamedTimeZone(name: string): boolean {
  return /^[A-Za-z]/.test(name) && !ABBREVIATION.test(name) && isTimeZone(name);
}

export const PAPER_SIZES = ["A4", "Letter"] as const;

export type PaperSize = (typeof PAPER_SIZES)[number];

export const Accent = z.string().regex(/^#[0-9a-fA-F]{6}$/, "Please enter a colour such as #0f6b5c");

export const Settings = PaymentTerms.extend({
  companyName: lineOfText(100, "Please enter the company's name"),
  productName: lineOfText(60, "Please enter the portal's name"),
  companySite: z
    .url({ protocol: /^https?$/, error: "Please enter an address such as https://example.com" })
    .max(500),
  abn: Abn.nullable(),
  /** Several lines, as on an envelope. */
  address: z.string().trim().min(1).max(500, "Please use at most 500 characters").nullable(),
  /** Where clients pay to, in lines, as invoices name it. */
  bankDetails: z.string().trim().min(1).max(500, "Please use at most 500 characters").nullable(),
  /** An uploaded image. Null: the file of the server's configuration, or the product's logo. */
  logoImageId: z.string().regex(IMAGE_ID).nullable(),
  accent: Accent,
  accentDark: Accent,
  isGstRegistered: z.boolean(),
  gstPercent: GstPercent,
  documentNumbers: Numbering,
  invoiceNumbers: Numbering,
  /** Where answers to the portal's mails go. Null: to the sender's own address. */
  replyTo: StoredEmail.nullable(),
  /** Whether the company's own people can do nothing without a second factor. */
  requiresFactor: z.boolean(),
  /** Whether clients re-authenticate before they accept, in every organization. */
  confirmsAcceptance: z.boolean(),
  /** Whether certificates of acceptance show the network address and device of the person who accepted. */
  certificateShowsOrigin: z.boolean(),
  /** Whether editors, too, invite people of clients. */
  editorsInvite: z.boolean(),
  /** Whether accepting a document opens its agreed work and archives the rest. */
  opensAcceptedWork: z.boolean(),
  /** When recipients of documents that wait for a decision are reminded. A document may have its own schedule. */
  reminders: CompanyReminders.refine(HOURS_IN_ORDER.isRight, HOURS_IN_ORDER.error),
  /** When the people who got an unpaid invoice are reminded, in the hours of `reminders`. */
  overdueReminders: OverdueSchedule,
  paperSize: z.enum(PAPER_SIZES, "Please choose A4 or Letter"),
  kept: RetentionDays,
  timeZone: z.string().refine(isTimeZone, "Please choose a time zone such as Australia/Sydney"),
});
export type Settings = z.infer<typeof Settings>;

export const ManagedSettings = Settings.extend(Versioned.shape);
export type ManagedSettings = z.infer<typeof ManagedSettings>;
