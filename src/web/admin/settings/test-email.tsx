import { getMailSetup, sendTestMail } from "#contract/admin/settings.ts";
import { explainRefusal } from "#domain/mail/explain-refusal.ts";
import type { MailSetup } from "#domain/settings/mail-setup.ts";
import { call } from "#web/lib/call.ts";
import { useCached, useCall } from "#web/lib/use-call.ts";
import { useMayActAs } from "#web/lib/use-person.ts";
import { Button } from "#web/ui/button.tsx";
import { DateTimeText } from "#web/ui/date-text.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { Fetched } from "../ui/fetched.tsx";
import { TEST_EMAIL_ID } from "../ui/paths.ts";
import { useAction } from "../ui/use-action.ts";
import { SettingsSection } from "./company-fields.tsx";

/** Sends a test email to the reader, and shows what became of it. */
export function TestEmail() {
  const answer = useCall(getMailSetup, {});
  const cached = useCached();
  const maySend = useMayActAs("editor");
  const { isBusy, run } = useAction("The test email wasn't sent");
  const send = () =>
    run(async () =>
      cached.replace(
        getMailSetup,
        {},
        await call(sendTestMail, { body: { testId: Date.now().toString(36) } }),
      ),
    );
  return (
    <div id={TEST_EMAIL_ID} className="mt-6">
      <SettingsSection
        title="Test email"
        text="Shows whether emails reach people, sent like any other email."
      >
        <Fetched
          answer={answer}
          loading="Loading whether emails are sent"
          className="h-20"
          failure="We couldn't load whether emails are sent."
        >
          {(setup) => (
            <>
              <p>{describeServer(setup)}</p>
              {setup.test ? <Outcome test={setup.test} isStored={setup.server === null} /> : null}
              {maySend ? (
                <Button isBusy={isBusy} onClick={() => void send()}>
                  Send a test email to yourself
                </Button>
              ) : null}
            </>
          )}
        </Fetched>
      </SettingsSection>
    </div>
  );
}

function describeServer({ server, lastSentAt }: MailSetup): string {
  if (server === null)
    return "No mail server is configured (MAIL_URL), so emails are stored as files on the server of the portal.";
  return lastSentAt === null
    ? `The mail server ${server} hasn't accepted an email yet.`
    : `The mail server ${server} accepts emails.`;
}

type OutcomeProps = { test: NonNullable<MailSetup["test"]>; isStored: boolean };

function Outcome({ test: { email, queuedAt, sentAt, refusedAt, failure }, isStored }: OutcomeProps) {
  if (sentAt !== null) {
    return (
      <Notice tone="success" title={isStored ? "Stored as a file" : "Sent"}>
        <DateTimeText iso={sentAt} />
        {isStored
          ? ". No mail server is configured, so it went nowhere else."
          : `, to ${email}. If it is not there in a few minutes, look into the spam folder.`}
      </Notice>
    );
  }
  if (refusedAt === null && failure === null) {
    return (
      <Notice tone="info" title="Sending">
        Queued <DateTimeText iso={queuedAt} />, to {email}.
      </Notice>
    );
  }
  return (
    <Notice tone="error" title={refusedAt === null ? "Not sent yet" : "Not delivered"}>
      <p>{explainRefusal(failure ?? "") ?? "The mail server couldn't be used. The portal will try again."}</p>
      <p translate="no" className="wrap-anywhere text-sm">
        {failure}
      </p>
    </Notice>
  );
}
