import { Link, useParams, useSearchParams } from "react-router";
import { type getDraft, listRevisions } from "#contract/admin/drafts.ts";
import { mayActAs } from "#domain/account/admin-role.ts";
import type { KeptBecause, Revision } from "#domain/drafts/revision.ts";
import type { Reply } from "#web/lib/call.ts";
import { classNames } from "#web/lib/class-names.ts";
import { useCall } from "#web/lib/use-call.ts";
import { usePageTitle } from "#web/lib/use-page-title.ts";
import { usePerson } from "#web/lib/use-person.ts";
import { ButtonLink } from "#web/ui/button.tsx";
import { DateTimeText } from "#web/ui/date-text.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { FailedScreen } from "#web/ui/failed-screen.tsx";
import { PageBody } from "#web/ui/page-body.tsx";
import { PageHeading } from "#web/ui/page-heading.tsx";
import { Loading, Skeleton } from "#web/ui/skeleton.tsx";
import { TextLink } from "#web/ui/text-link.tsx";
import { DOCUMENTS, documentPath, editorPath, revisionsPath } from "../ui/document-paths.ts";
import { useFresh, useFreshDraft } from "../ui/use-fresh-draft.ts";
import { RevisionDetail } from "./revision-detail.tsx";

/** /admin/documents/:uniqueDocumentId/revisions: the pages that a document had, and what is different now. */
export function RevisionsPage() {
  const { uniqueDocumentId = "" } = useParams();
  const params = { id: uniqueDocumentId };
  const draft = useFreshDraft(uniqueDocumentId);
  const revisions = useFresh(useCall(listRevisions, { params }));
  usePageTitle(draft.data ? `Earlier pages of ${draft.data.name}` : "Earlier pages");
  const error = draft.error ?? revisions.error;
  const read = () => Promise.allSettled([draft.mutate(), revisions.mutate()]);
  if (error && !(draft.data && revisions.data)) {
    return (
      <FailedScreen
        error={error}
        lookedFor={`Document ${uniqueDocumentId}`}
        title="There is no such document"
        message="It may have been deleted, or the link is not complete."
        onRetry={() => void read()}
        link={{ to: DOCUMENTS, label: "All documents" }}
      />
    );
  }
  return (
    <PageBody>
      {draft.data && revisions.data ? (
        <Revisions key={uniqueDocumentId} draft={draft.data} revisions={revisions.data} onRestored={read} />
      ) : (
        <RevisionsLoading />
      )}
    </PageBody>
  );
}

type RevisionsProps = {
  draft: Reply<typeof getDraft>;
  revisions: readonly Revision[];
  onRestored: () => Promise<unknown>;
};

function Revisions({ draft, revisions, onRestored }: RevisionsProps) {
  const { uniqueDocumentId, externalId, name, status, withdrawal } = draft;
  const { profile } = usePerson();
  const [search] = useSearchParams();
  const wanted = search.get("revision");
  const chosen = wanted === null ? revisions[0] : revisions.find((one) => String(one.revision) === wanted);
  const mayRestore = mayActAs(profile?.adminRole ?? null, "editor");
  const isDraft = status === "DRAFT" && withdrawal === null;
  return (
    <>
      <PageHeading
        eyebrow={
          <>
            <TextLink to={documentPath(uniqueDocumentId)}>{externalId}</TextLink>
            <span aria-hidden="true"> / </span>
            <span dir="auto">{name}</span>
          </>
        }
        intro="We keep the page when it is sent, before somebody else saves it, and every few minutes of work."
        actions={
          mayRestore && isDraft ? <ButtonLink to={editorPath(uniqueDocumentId)}>Edit page</ButtonLink> : null
        }
      >
        Earlier pages
      </PageHeading>
      {revisions.length === 0 ? (
        <EmptyState title="No earlier pages yet">
          The first one is kept when somebody has worked on this page for a few minutes, or sends it.
        </EmptyState>
      ) : (
        <div className="grid gap-6 lg:grid-cols-[20rem_minmax(0,1fr)] lg:items-start lg:gap-10">
          <nav aria-label="Earlier pages" className="max-lg:max-h-80 max-lg:overflow-y-auto">
            <ul className="divide-y divide-line rounded-lg border border-line bg-surface">
              {revisions.map((one) => (
                <RevisionLink
                  key={one.revision}
                  revision={one}
                  to={revisionsPath(uniqueDocumentId, one.revision)}
                  isHere={one === chosen}
                />
              ))}
            </ul>
          </nav>
          {chosen ? (
            <RevisionDetail
              draft={draft}
              revision={chosen}
              refusal={refusalOf(isDraft, mayRestore)}
              onRestored={onRestored}
            />
          ) : (
            <EmptyState title="There is no such page">Choose one from the list.</EmptyState>
          )}
        </div>
      )}
    </>
  );
}

/** Why the person cannot restore a page; null if they can. */
function refusalOf(isDraft: boolean, mayRestore: boolean): string | null {
  if (!mayRestore) return "Only editors and owners can bring a page back.";
  return isDraft ? null : "The document has been sent, so its page stays as it is. Recall it to change it.";
}

const REASONS: Record<KeptBecause, string> = {
  SENT: "Sent to the client",
  COLLEAGUE: "Before somebody else saved",
  RESTORED: "Before an earlier page came back",
  WORK: "Kept during work",
};

type RevisionLinkProps = { revision: Revision; to: string; isHere: boolean };

function RevisionLink({ revision: { savedAt, savedBy, because }, to, isHere }: RevisionLinkProps) {
  return (
    <li>
      <Link
        to={to}
        replace
        preventScrollReset
        aria-current={isHere ? "true" : undefined}
        className={classNames("block px-4 py-2.5", isHere ? "bg-brand-soft" : "hover:bg-hover")}
      >
        <span className="block font-medium">
          <DateTimeText iso={savedAt} />
        </span>
        <span className="block text-ink-soft text-sm">
          <bdi>{savedBy?.name ?? "Imported or added"}</bdi> · {REASONS[because]}
        </span>
      </Link>
    </li>
  );
}

function RevisionsLoading() {
  return (
    <Loading label="Loading the earlier pages">
      <Skeleton className="mb-2 h-4 w-40" />
      <Skeleton className="mb-6 h-9 w-64 max-w-full" />
      <div className="grid gap-6 lg:grid-cols-[20rem_minmax(0,1fr)] lg:gap-10">
        <Skeleton className="h-72 w-full rounded-lg" />
        <Skeleton className="h-80 w-full rounded-lg" />
      </div>
    </Loading>
  );
}
