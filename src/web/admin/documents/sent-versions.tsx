import type { AdminDocument } from "#domain/documents/admin-document.ts";
import type { OtherVersion } from "#domain/documents/unique-document.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Card, CardHeading } from "#web/ui/card.tsx";
import { DateTimeText } from "#web/ui/date-text.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { TextLink } from "#web/ui/text-link.tsx";
import { documentPath } from "../ui/document-paths.ts";

/** The outcome of a recalled document. */
export function RecalledNotice({ document: { withdrawal, recalledAt } }: { document: AdminDocument }) {
  if (withdrawal) {
    return (
      <Notice tone="warning" title="Withdrawn" className="mb-6">
        <p>
          <DateTimeText iso={withdrawal.withdrawnAt} />. Its client reads why:
        </p>
        <p dir="auto" className="wrap-anywhere mt-1 whitespace-pre-line">
          {withdrawal.reason}
        </p>
      </Notice>
    );
  }
  if (recalledAt === null) return null;
  return (
    <Notice tone="info" title="Recalled" className="mb-6">
      <p>
        <DateTimeText iso={recalledAt} />. Its client reads that you are still working on it, until you send
        it again.
      </p>
    </Notice>
  );
}

/** What was sent of a document and when, and the documents that are versions of it. */
export function SentVersions({ document }: { document: AdminDocument }) {
  const { versions, predecessor, successors } = document;
  if (versions.length === 0 && predecessor === null && successors.length === 0) return null;
  return (
    <Card aria-labelledby="versions">
      <CardHeading id="versions">Versions</CardHeading>
      <ul className="divide-y divide-line">
        {successors.map((one) => (
          <LinkedVersion key={one.uniqueDocumentId} version={one} label="New version" />
        ))}
        {versions.map(({ number, sentAt, sentBy, message }) => (
          <li key={number} className="px-5 py-2.5">
            <p className="font-medium">Version {number}</p>
            <p className="text-ink-soft text-sm">
              {sentBy === null ? "Imported" : <bdi translate="no">{sentBy}</bdi>},{" "}
              <DateTimeText iso={sentAt} />
            </p>
            {message === null ? null : (
              <p dir="auto" className="wrap-anywhere mt-1 whitespace-pre-line text-sm">
                {message}
              </p>
            )}
          </li>
        ))}
        {predecessor ? <LinkedVersion version={predecessor} label="Version before" /> : null}
      </ul>
    </Card>
  );
}

function LinkedVersion({ version, label }: { version: OtherVersion; label: string }) {
  const { uniqueDocumentId, externalId, name, status } = version;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 px-5 py-2.5">
      <span className="min-w-0">
        <span className="block text-ink-soft text-sm">{label}</span>
        <TextLink to={documentPath(uniqueDocumentId)} dir="auto" className="wrap-anywhere">
          {name}
        </TextLink>
        <span className="ml-2 whitespace-nowrap text-ink-faint text-sm">{externalId}</span>
      </span>
      <Badge status={status} />
    </li>
  );
}
