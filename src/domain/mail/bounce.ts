import { z } from "zod";
import { Id } from "../id.ts";

/** A mail that a server took and that was returned for good later. */
export type Bounce = {
  mailId: Id;
  /** The words of the mail server that returned it. */
  reason: string;
};

const MAX_REASON_LENGTH = 500;

/** The bounce of a mail by its Message-ID, which begins with the mail's own id; none if the id is of another sender. */
export function bounceOf(messageId: string | null | undefined, reason: string): Bounce[] {
  const [, local] = /^\s*<?([^@<>\s]+)(?:@[^@<>\s]*)?>?\s*$/.exec(messageId ?? "") ?? [];
  const { data: mailId } = Id.safeParse(local);
  if (mailId === undefined) return [];
  const words = reason.replaceAll(/\s+/g, " ").trim().slice(0, MAX_REASON_LENGTH);
  return [{ mailId, reason: words === "" ? "The mail server gave no reason." : words }];
}

/** Whether a status (5.1.1) or an answer (550 5.1.1) refuses for good; null: it has neither. */
export function isFinalStatus(words: string | null | undefined): boolean | null {
  const [, code] = /(?:^|\s)([245])(?:\d\d(?=[\s-]|$)|\.\d{1,3}\.\d{1,3}\b)/.exec(words ?? "") ?? [];
  return code === undefined ? null : code === "5";
}

const words = z.string().nullish();

const Postmark = z.object({
  RecordType: z.literal("Bounce"),
  Type: z.string(),
  Description: words,
  Details: words,
  Metadata: z.object({ mail: words }).nullish(),
});

/** The types of Postmark that end a delivery. All others may still arrive, or are answers of people. */
const POSTMARK_FINAL = ["HardBounce", "BadEmailAddress", "Blocked", "ManuallyDeactivated", "DMARCPolicy"];

const SendGrid = z.array(
  z.object({
    event: words,
    status: words,
    reason: words,
    "smtp-id": words,
    counterpart_mail: words,
  }),
);

const Mailgun = z.object({
  "event-data": z.object({
    event: z.string(),
    severity: words,
    reason: words,
    message: z.object({ headers: z.object({ "message-id": words }) }),
    "delivery-status": z
      .object({ code: z.union([z.number(), z.string()]).nullish(), message: words, description: words })
      .nullish(),
  }),
});

/** What Amazon SES reports, alone or as the text of an SNS message. */
const Ses = z.object({
  notificationType: words,
  eventType: words,
  bounce: z
    .object({
      bounceType: z.string(),
      bouncedRecipients: z.array(z.object({ status: words, diagnosticCode: words })),
    })
    .nullish(),
  mail: z.object({
    headers: z.array(z.object({ name: z.string(), value: z.string() })).nullish(),
    commonHeaders: z.object({ messageId: words }).nullish(),
  }),
});

const Sns = z.object({ Type: z.enum(["Notification", "SubscriptionConfirmation"]), Message: z.string() });

/**
 * The mails that a provider's report returns for good, by Postmark, SendGrid, Mailgun or Amazon SES. Everything else, such
 * as a full mailbox that is tried again, is none.
 */
export function readBounceReport(body: unknown): Bounce[] {
  const sns = Sns.safeParse(body).data;
  if (sns) return sns.Type === "Notification" ? ofSes(readJson(sns.Message)) : [];
  return [...ofPostmark(body), ...ofSendGrid(body), ...ofMailgun(body), ...ofSes(body)];
}

/** Where an operator confirms that Amazon SNS may report to the portal; null: the report is another one. */
export function readSnsConfirmation(body: unknown): string | null {
  const Confirmation = Sns.extend({ Type: z.literal("SubscriptionConfirmation"), SubscribeURL: z.url() });
  const url = Confirmation.safeParse(body).data?.SubscribeURL;
  return url !== undefined && /^https:\/\/sns\.[a-z0-9-]+\.amazonaws\.com(\.cn)?\//.test(url) ? url : null;
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function ofPostmark(body: unknown): Bounce[] {
  const report = Postmark.safeParse(body).data;
  if (!report || !POSTMARK_FINAL.includes(report.Type)) return [];
  return bounceOf(report.Metadata?.mail, report.Details || report.Description || report.Type);
}

function ofSendGrid(body: unknown): Bounce[] {
  return (SendGrid.safeParse(body).data ?? []).flatMap((one) => {
    const isOver = one.event === "bounce" || one.event === "dropped";
    const isFinal = isFinalStatus(one.status) ?? isFinalStatus(one.reason) ?? one.event === "dropped";
    return isOver && isFinal ? bounceOf(one.counterpart_mail ?? one["smtp-id"], one.reason ?? "") : [];
  });
}

function ofMailgun(body: unknown): Bounce[] {
  const report = Mailgun.safeParse(body).data?.["event-data"];
  if (report?.event !== "failed" || report.severity !== "permanent") return [];
  const { code, message, description } = report["delivery-status"] ?? {};
  const answer = [code, message || description].filter(Boolean).join(" ");
  return bounceOf(report.message.headers["message-id"], answer || (report.reason ?? ""));
}

function ofSes(body: unknown): Bounce[] {
  const report = Ses.safeParse(body).data;
  const isBounce = report?.notificationType === "Bounce" || report?.eventType === "Bounce";
  if (!report?.bounce || !isBounce || report.bounce.bounceType !== "Permanent") return [];
  const [recipient] = report.bounce.bouncedRecipients;
  const reason = recipient?.diagnosticCode?.replace(/^\s*smtp;\s*/i, "") ?? recipient?.status ?? "";
  return bounceOf(messageIdOf(report.mail), reason);
}

/** The Message-ID of the portal: Amazon sends the mail under another one. */
function messageIdOf({ headers, commonHeaders }: z.infer<typeof Ses>["mail"]): string | null | undefined {
  const named = headers?.find(({ name }) => name.toLowerCase() === "message-id");
  return named?.value ?? commonHeaders?.messageId;
}
