import { and, desc, eq, gt, isNotNull, isNull, min } from "drizzle-orm";
import type { SystemFact, SystemPart } from "#domain/system/system-part.ts";
import type { Deps } from "../deps.ts";
import { mails } from "../schema/mail.ts";

const HOUR_MS = 3_600_000;
/** A server that asks to try again later takes a mail within minutes. */
const LATE_AFTER_MS = HOUR_MS;
/** Older ones were seen, and are cleared by the settings. */
const RECENT_MS = 7 * 24 * HOUR_MS;

type Part = Omit<SystemPart, "id">;

/** Whether mails leave the portal, and how many wait or were given up. */
export async function describeDelivery({ db, clock, mailer, env }: Deps): Promise<Part> {
  const { sentAt, sentThrough, givenUpAt, bouncedAt, createdAt } = mails;
  const recently = new Date(clock().getTime() - RECENT_MS);
  const isWaiting = and(isNull(sentAt), isNull(givenUpAt));
  const { server } = mailer;
  const isThrough = server === null ? isNull(sentThrough) : eq(sentThrough, server);
  const [last] = await db
    .select({ sentAt })
    .from(mails)
    .where(and(isThrough, isNotNull(sentAt)))
    .orderBy(desc(sentAt))
    .limit(1);
  const [oldest] = await db
    .select({ at: min(createdAt) })
    .from(mails)
    .where(isWaiting);
  const givenUp = await db.$count(mails, gt(givenUpAt, recently));
  const figures: SystemFact[] = [
    ...(last?.sentAt ? [{ label: "Last sent", at: last.sentAt.toISOString() }] : []),
    { label: "Waiting", text: String(await db.$count(mails, isWaiting)) },
    { label: "Not delivered this week", text: String(givenUp) },
    { label: "Of these bounced", text: String(await db.$count(mails, gt(bouncedAt, recently))) },
  ];
  const fault = await mailer.findFault();
  const named: SystemFact[] = [
    { label: "Mail server", text: server ?? (env.isDemo ? "None: emails are files" : "None (MAIL_URL)") },
    ...(server === null ? [] : [{ label: "Answers now", text: fault ?? "Yes" }]),
  ];
  const isLate = oldest?.at != null && clock().getTime() - oldest.at.getTime() > LATE_AFTER_MS;
  return {
    ...(server === null && env.isDemo
      ? DEMO
      : adviceFor({ isUnset: server === null, isFailing: fault !== null, isLate, givenUp })),
    facts: [...named, ...figures],
  };
}

const DEMO: Pick<Part, "state" | "advice"> = {
  state: "ok",
  advice:
    "Nothing to do. This is a demo: emails are stored as files on its server. A portal for clients needs MAIL_URL and MAIL_FROM.",
};

type Findings = { isUnset: boolean; isFailing: boolean; isLate: boolean; givenUp: number };

function adviceFor({ isUnset, isFailing, isLate, givenUp }: Findings): Pick<Part, "state" | "advice"> {
  if (isUnset)
    return {
      state: "fault",
      advice:
        "No email leaves the portal, because no mail server is configured. Ask the person who runs the server to set MAIL_URL and MAIL_FROM.",
    };
  if (isFailing)
    return {
      state: "fault",
      advice:
        "The mail server doesn't take emails from the portal now. They wait for up to a week and are sent by themselves once it does. Check MAIL_URL, the password and the firewall with the person who runs the server.",
    };
  if (isLate)
    return {
      state: "attention",
      advice:
        "Emails have been waiting for more than an hour. The mail server asks the portal to try again later; if that goes on, ask its provider about limits.",
    };
  if (givenUp > 0)
    return {
      state: "attention",
      advice:
        "Some emails weren't delivered. The list names each with the reason: correct the address and send it again.",
    };
  return {
    state: "ok",
    advice: "Nothing to do. A test email shows whether the emails also arrive outside the spam folder.",
  };
}
