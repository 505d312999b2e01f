import { listUndelivered } from "#contract/admin/home.ts";
import { describeUndelivered, type UndeliveredMail } from "#domain/mail/undelivered-mail.ts";
import { useCall } from "#web/lib/use-call.ts";
import { DataTable } from "#web/ui/data-table/data-table.tsx";
import type { DataTableColumn } from "#web/ui/data-table/data-table-column.ts";
import { dateColumn, emailColumn } from "#web/ui/data-table/usual-columns.tsx";
import { fetchFailure } from "#web/ui/fetch-failure.tsx";
import { Screen } from "#web/ui/page-body.tsx";
import { TextLink } from "#web/ui/text-link.tsx";
import { documentPath } from "../ui/document-paths.ts";

/** /admin/undelivered-emails */
export function UndeliveredPage() {
  const { data, error, mutate } = useCall(listUndelivered, {});
  const left = data ? data.total - data.rows.length : 0;
  return (
    <Screen
      title="Emails that weren't delivered"
      intro="Refused by a mail server, bounced, or not delivered within a week. Open the document to send one again or to another address."
    >
      {fetchFailure({ data, error, mutate }, "We couldn't load these emails.") ?? (
        <>
          <DataTable
            label="Emails that weren't delivered"
            data={data?.rows}
            columns={COLUMNS}
            getRowId={(row) => row.mailId}
            enablePagination
            usualOrder="Last first"
            emptyHint="Every email was delivered or is on its way."
          />
          {left > 0 ? (
            <p className="mt-3 text-ink-soft">{left.toLocaleString("en-AU")} older ones aren't listed.</p>
          ) : null}
        </>
      )}
    </Screen>
  );
}

const COLUMNS: DataTableColumn<UndeliveredMail>[] = [
  {
    id: "subject",
    header: "Subject",
    text: (row) => row.subject,
    cell: ({ uniqueDocumentId, subject }) =>
      uniqueDocumentId === null ? (
        subject
      ) : (
        <TextLink to={documentPath(uniqueDocumentId)}>{subject}</TextLink>
      ),
    isWide: true,
    cardSlot: "title",
  },
  emailColumn((row) => row.recipient),
  dateColumn({ id: "givenUpAt", header: "Date" }, (row) => row.givenUpAt),
  {
    id: "failure",
    header: "Why",
    text: describeUndelivered,
    isWide: true,
  },
];
