import { listMails } from "#contract/admin/mail.ts";
import { type ListedMail, MAIL_LOOK_PATH } from "#domain/mail/listed-mail.ts";
import { useSearchParams } from "#web/lib/routing/use-routing.ts";
import { useCall } from "#web/lib/use-call.ts";
import { Card } from "#web/ui/card.tsx";
import { Detail, DetailList } from "#web/ui/detail-list.tsx";
import { FailedNotice } from "#web/ui/notice.tsx";
import { Screen } from "#web/ui/page-body.tsx";
import { SelectField } from "#web/ui/select-input.tsx";
import { Loading, Skeleton } from "#web/ui/skeleton.tsx";

/** /admin/mails, with the chosen one as `mail` in the address. */
export function MailsPage() {
  const { data, error, mutate } = useCall(listMails, {});
  return (
    <Screen
      title="Emails"
      intro="Every email that the portal sends, as people get it, with sample values. All are in English."
    >
      {data ? <Mails mails={data} /> : null}
      {error && !data ? (
        <FailedNotice onRetry={() => void mutate()}>We were unable to fetch the emails.</FailedNotice>
      ) : null}
      {data || error ? null : <MailsLoading />}
    </Screen>
  );
}

function Mails({ mails }: { mails: readonly ListedMail[] }) {
  const [parameters, setParameters] = useSearchParams();
  const mailId = parameters.get("mail");
  const mail = mails.find(({ mailKind }) => mailKind === mailId) ?? mails[0];
  if (!mail) return null;
  return (
    <div className="space-y-6">
      <div className="max-w-md">
        <SelectField
          label="Email"
          value={mail.mailKind}
          onChange={(event) => setParameters({ mail: event.currentTarget.value }, { replace: true })}
        >
          {mails.map(({ mailKind, name }) => (
            <option key={mailKind} value={mailKind}>
              {name}
            </option>
          ))}
        </SelectField>
      </div>
      <Card aria-label="About this email" className="max-w-4xl p-5">
        <DetailList>
          <Detail label="Subject">
            <span className="font-medium">{mail.subject}</span>
          </Detail>
          <Detail label="Sent when">{mail.when}</Detail>
          <Detail label="Sent to">{mail.to}</Detail>
          <Detail label="Sent again">{mail.again}</Detail>
        </DetailList>
      </Card>
      <div className="grid gap-6 lg:grid-cols-2">
        <section aria-labelledby="look" className="min-w-0">
          <h2 id="look" className="mb-2 font-semibold text-lg">
            As most people see it
          </h2>
          <iframe
            key={mail.mailKind}
            src={`${MAIL_LOOK_PATH}/${mail.mailKind}`}
            title={`The email “${mail.name}”`}
            sandbox=""
            className="h-[38rem] w-full rounded-lg border border-line bg-raised"
          />
        </section>
        <section aria-labelledby="text" className="min-w-0">
          <h2 id="text" className="mb-2 font-semibold text-lg">
            As plain text
          </h2>
          <pre className="wrap-anywhere min-h-[38rem] whitespace-pre-wrap rounded-lg border border-line bg-raised p-5 font-mono text-sm">
            {mail.text}
          </pre>
        </section>
      </div>
    </div>
  );
}

function MailsLoading() {
  return (
    <Loading label="Loading the emails">
      <Skeleton className="mb-6 h-16 max-w-md" />
      <Skeleton className="mb-6 h-36 max-w-4xl rounded-lg" />
      <div className="grid gap-6 lg:grid-cols-2">
        <Skeleton className="h-[40rem] rounded-lg" />
        <Skeleton className="h-[40rem] rounded-lg" />
      </div>
    </Loading>
  );
}
