import type { Revision, RevisionReason } from "#domain/drafts/working-draft.ts";
import { classNames } from "#web/lib/class-names.ts";
import { Link } from "#web/lib/routing/link.tsx";
import { useParams, useSearchParams } from "#web/lib/routing/use-routing.ts";
import { useCall } from "#web/lib/use-call.ts";
import { useMayActAs } from "#web/lib/use-person.ts";
import { ButtonLink } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/card.tsx";
import { DateTimeText } from "#web/ui/date-text.tsx";
import { PageHeading } from "#web/ui/page-body.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { TextLink } from "#web/ui/text-link.tsx";
import { useFresh } from "../ui/fetched.tsx";
import { RecordScreen } from "../ui/record-screen.tsx";
import { OF_KIND, type Revised, type RevisedKind, revisedOf } from "./revised.ts";
import { RevisionDetail } from "./revision-detail.tsx";

/** /admin/documents/:id/revisions and /admin/templates/:id/revisions: earlier pages, and what is different now. */
function RevisionsPage({ kind }: { kind: RevisedKind }) {
  const { id = "" } = useParams();
  const { all, calls } = OF_KIND[kind];
  const params = { id };
  const present = useFresh(useCall(calls.present, { params }));
  const revisions = useFresh(useCall(calls.list, { params }));
  const answer = {
    data: present.data && revisions.data && { present: present.data, revisions: revisions.data },
    error: present.error ?? revisions.error,
    mutate: () => Promise.allSettled([present.mutate(), revisions.mutate()]),
  };
  return (
    <RecordScreen
      answer={answer}
      id={id}
      noun={kind}
      list={all}
      title={(found) => `Version history of ${found.present.name}`}
      skeleton={
        <div className="grid gap-6 lg:grid-cols-[20rem_minmax(0,1fr)] lg:gap-10">
          <Skeleton className="h-72 w-full rounded-lg" />
          <Skeleton className="h-80 w-full rounded-lg" />
        </div>
      }
    >
      {(found) => (
        <Revisions
          revised={revisedOf(kind, id, found.present)}
          revisions={found.revisions}
          onRestored={answer.mutate}
        />
      )}
    </RecordScreen>
  );
}

export const DocumentRevisionsPage = () => <RevisionsPage kind="document" />;
export const TemplateRevisionsPage = () => <RevisionsPage kind="template" />;

type RevisionsProps = {
  revised: Revised;
  revisions: readonly Revision[];
  onRestored: () => Promise<unknown>;
};

function Revisions({ revised, revisions, onRestored }: RevisionsProps) {
  const { kind, id, name, label, closed } = revised;
  const { intro, empty, paths } = OF_KIND[kind];
  const [search] = useSearchParams();
  const revisionId = search.get("revision");
  const chosen =
    revisionId === null ? revisions[0] : revisions.find((one) => String(one.revision) === revisionId);
  const mayRestore = useMayActAs("editor");
  return (
    <>
      <PageHeading
        eyebrow={
          <>
            <TextLink to={paths.home(id)}>{label}</TextLink>
            <span aria-hidden="true"> / </span>
            <span dir="auto">{name}</span>
          </>
        }
        intro={intro}
        actions={
          mayRestore && closed === null ? <ButtonLink to={paths.editor(id)}>Edit page</ButtonLink> : null
        }
      >
        Version history
      </PageHeading>
      {revisions.length === 0 ? (
        <EmptyState title="No earlier versions yet">{empty}</EmptyState>
      ) : (
        <div className="grid gap-6 lg:grid-cols-[20rem_minmax(0,1fr)] lg:items-start lg:gap-10">
          <nav aria-label="Version history" className="max-lg:max-h-80 max-lg:overflow-y-auto">
            <ul className="divide-y divide-line rounded-lg border border-line bg-surface">
              {revisions.map((one) => (
                <RevisionLink
                  key={one.revision}
                  revision={one}
                  to={paths.revisions(id, one.revision)}
                  isHere={one === chosen}
                />
              ))}
            </ul>
          </nav>
          {chosen ? (
            <RevisionDetail
              revised={revised}
              revision={chosen}
              refusal={mayRestore ? closed : "Only editors and owners can restore a page."}
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

const REASONS: Record<RevisionReason, string> = {
  SENT: "Sent to the client",
  COLLEAGUE: "Before a colleague saved",
  RESTORED: "Before an earlier version was restored",
  WORK: "Saved during work",
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
          <bdi translate="no">{savedBy?.name ?? "Imported or added"}</bdi> · {REASONS[because]}
        </span>
      </Link>
    </li>
  );
}
