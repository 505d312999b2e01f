import { Exact } from "#blocks/exact.tsx";
import { getVersionChanges } from "#contract/documents.ts";
import type { OtherVersion, UniqueDocument } from "#domain/documents/unique-document.ts";
import { explainFailure } from "#web/lib/call.ts";
import { useCall } from "#web/lib/use-call.ts";
import { documentByIdPath } from "#web/paths.ts";
import { FailedNotice, Notice } from "#web/ui/notice.tsx";
import { TextLink } from "#web/ui/text-link.tsx";
import { ChangeList } from "./update-notice.tsx";

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
        predecessor.status === "DRAFT" ? null : (
          <TextLink to={documentByIdPath(predecessor.uniqueDocumentId)}>
            Read the version before<span className="sr-only">, {predecessor.externalId}</span>
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
            What changed from <Exact>{predecessor.externalId}</Exact>:
          </p>
          <ChangeList changes={data.changes} />
        </>
      )}
    </Notice>
  );
}
