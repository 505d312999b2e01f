import { Exact, ExactIn } from "#blocks/exact.tsx";
import { getVersionChanges } from "#contract/documents.ts";
import type { OtherVersion, UniqueDocument } from "#domain/documents/unique-document.ts";
import { formatDay } from "#domain/invoices/invoice.ts";
import { BRAND } from "#web/lib/brand.ts";
import { explainFailure } from "#web/lib/call.ts";
import { useCall } from "#web/lib/use-call.ts";
import { documentByIdPath } from "#web/paths.ts";
import { Button } from "#web/ui/button.tsx";
import { DateText } from "#web/ui/date-text.tsx";
import { FailedNotice, Notice } from "#web/ui/notice.tsx";
import { TextLink } from "#web/ui/text-link.tsx";

type UpdateNoticeProps = {
  tone: "warning" | "info";
  changes: readonly string[];
  onShow?: () => void;
  onDismiss?: () => void;
};

/** The changes in the document, before or after the new version is shown. */
export function UpdateNotice({ tone, changes, onShow, onDismiss }: UpdateNoticeProps) {
  return (
    <Notice
      tone={tone}
      title={onShow ? "This document has changed since you opened it." : "You now see the new version."}
      action={
        onShow ? (
          <Button size="sm" onClick={onShow}>
            Review changes
          </Button>
        ) : (
          <Button size="sm" onClick={onDismiss}>
            Got it
          </Button>
        )
      }
    >
      <ChangeList changes={changes} />
    </Notice>
  );
}

export function ChangeList({ changes }: { changes: readonly string[] }) {
  return (
    <ul className="list-disc space-y-0.5 pl-5">
      {changes.map((change) => (
        <li key={change}>
          <ExactIn text={change} />
        </li>
      ))}
    </ul>
  );
}

/** Why a document can no longer be decided on, above the page as it was sent. */
export function ClosedNotice({ document: { closedBecause, validUntil, withdrawal } }: ClosedNoticeProps) {
  if (closedBecause === "EXPIRED" && validUntil !== null) {
    return (
      <Notice tone="info" title="This document has expired.">
        It was valid until <Exact>{formatDay(validUntil)}</Exact>, so it can no longer be accepted. Please ask{" "}
        {BRAND.companyName} if you still want it.
      </Notice>
    );
  }
  if (withdrawal === null) return null;
  return (
    <Notice tone="info" title="This document was withdrawn.">
      {BRAND.companyName} withdrew it on <DateText iso={withdrawal.withdrawnAt} /> and gave this reason:
      <span dir="auto" className="wrap-anywhere mt-1 block whitespace-pre-line">
        {withdrawal.reason}
      </span>
    </Notice>
  );
}

type ClosedNoticeProps = { document: UniqueDocument };

type NewVersionNoticeProps = { document: UniqueDocument; predecessor: OtherVersion };

/** What changed from the version before, above a document that waits for a decision. */
export function NewVersionNotice({ document, predecessor }: NewVersionNoticeProps) {
  const { uniqueDocumentId: id } = document;
  const { data, error, mutate } = useCall(
    getVersionChanges,
    { params: { id } },
    { revalidateOnFocus: false },
  );
  if (error && !data)
    return <FailedNotice onRetry={() => void mutate()}>{explainFailure(error)}</FailedNotice>;
  return (
    <Notice
      tone="info"
      title="This is a new version."
      action={
        predecessor.status === "DRAFT" && predecessor.closedBecause === null ? null : (
          <TextLink to={documentByIdPath(predecessor.uniqueDocumentId)}>
            Read the previous version<span className="sr-only">, {predecessor.externalId}</span>
          </TextLink>
        )
      }
    >
      {data === undefined ? (
        <p>
          Comparing it with <Exact>{predecessor.externalId}</Exact>…
        </p>
      ) : data.changes.length === 0 ? (
        <p>
          It says the same as <Exact>{predecessor.externalId}</Exact>.
        </p>
      ) : (
        <>
          <p>
            Compared with <Exact>{predecessor.externalId}</Exact>:
          </p>
          <ChangeList changes={data.changes} />
        </>
      )}
    </Notice>
  );
}
