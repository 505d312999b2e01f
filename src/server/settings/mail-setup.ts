import { and, desc, eq, isNotNull, isNull, like } from "drizzle-orm";
import type { z } from "zod";
import type * as calls from "#contract/admin/settings.ts";
import type { MailSetup } from "#domain/settings/mail-setup.ts";
import { change } from "../access/change.ts";
import type { Admin, Editor } from "../access/gates.ts";
import type { DbOrTx } from "../db/database.ts";
import type { ComposedMail, Deps, MailBrand } from "../deps.ts";
import { consumeAttempt } from "../http/rate-limit.ts";
import { composeMail } from "../mail/compose-mail.ts";
import { queueMail } from "../mail/queue-mail.ts";
import { mails } from "../schema/mail.ts";

const TESTS_AN_HOUR = 10;

/** Begins the events of test mails. */
const TEST = "mail.test:";

type SetupDeps = { db: DbOrTx } & Pick<Deps, "mailer" | "env">;

/** Whether emails leave the portal, and what became of the person's last test mail. */
export async function getMailSetup(
  { db, mailer, env }: SetupDeps,
  { email }: Pick<Admin, "email">,
): Promise<MailSetup> {
  const { server } = mailer;
  const lastSentAt = server === null ? null : await findLastSent(db, server);
  return {
    server,
    isDemo: env.isDemo,
    lastSentAt: lastSentAt?.toISOString() ?? null,
    lastFailure: server === null || lastSentAt ? null : await findLastFailure(db),
    test: await findTest(db, email),
  };
}

async function findLastSent(reader: DbOrTx, server: string): Promise<Date | null> {
  const [last] = await reader
    .select({ sentAt: mails.sentAt })
    .from(mails)
    .where(and(eq(mails.sentThrough, server), isNotNull(mails.sentAt)))
    .orderBy(desc(mails.sentAt))
    .limit(1);
  return last?.sentAt ?? null;
}

/** Of mails that wait or were given up: their indexes are small. */
async function findLastFailure(reader: DbOrTx): Promise<string | null> {
  const { failure, createdAt, givenUpAt, sentAt } = mails;
  const newest = async (isOne: ReturnType<typeof and>) => {
    const rows = await reader
      .select({ failure, createdAt })
      .from(mails)
      .where(and(isOne, isNotNull(failure)))
      .orderBy(desc(createdAt))
      .limit(1);
    return rows;
  };
  const found = [
    ...(await newest(and(isNull(sentAt), isNull(givenUpAt)))),
    ...(await newest(isNotNull(givenUpAt))),
  ];
  const [last] = found.toSorted((one, other) => other.createdAt.getTime() - one.createdAt.getTime());
  return last?.failure ?? null;
}

async function findTest(reader: DbOrTx, email: string): Promise<MailSetup["test"]> {
  const [row] = await reader
    .select()
    .from(mails)
    .where(and(eq(mails.recipient, email), like(mails.event, `${TEST}%`)))
    .orderBy(desc(mails.createdAt))
    .limit(1);
  if (!row) return null;
  const { createdAt, sentAt, givenUpAt, failure } = row;
  return {
    email,
    queuedAt: createdAt.toISOString(),
    // A mail that bounced was sent before.
    sentAt: givenUpAt ? null : (sentAt?.toISOString() ?? null),
    refusedAt: givenUpAt?.toISOString() ?? null,
    failure,
  };
}

/** Queues a test mail to the editor, like any other mail; the same test once. */
export async function sendTestMail(
  deps: Deps,
  editor: Editor,
  { testId }: z.output<typeof calls.sendTestMail.body>,
): Promise<MailSetup> {
  const { userProfileId, email, name } = editor;
  const limit = { key: `test mail ${userProfileId}`, max: TESTS_AN_HOUR, windowSeconds: 3600 };
  return change(
    deps,
    editor,
    async ({ tx, record }) => {
      const mail = composeTestMail(deps.settings.now(), name);
      const about = { subjectId: userProfileId, organizationId: null };
      await queueMail(tx, deps, { to: email, about, ...mail }, `${TEST}${testId}`);
      await record({ action: "mail.test", subjectId: userProfileId, organizationId: null, details: {} });
      return getMailSetup({ ...deps, db: tx }, editor);
    },
    { prepare: () => consumeAttempt(deps, [limit]) },
  );
}

/** The mail that shows one of the company's people that emails arrive. */
export function composeTestMail(brand: MailBrand, name: string): ComposedMail {
  return composeMail(brand, {
    subject: `A test email from ${brand.companyName}`,
    heading: "Emails from the portal are arriving",
    paragraphs: [
      `${name} sent this test email from the settings of ${brand.productName}.`,
      "If it was in the spam folder, ask the person who looks after your domain for the SPF, DKIM and DMARC records of your mail server.",
    ],
  });
}
