import { mayActAs } from "#domain/account/admin-role.ts";
import type { KeptBecause, Revision } from "#domain/drafts/revision.ts";
import type { Id } from "#domain/id.ts";
import { classNames } from "#web/lib/class-names.ts";
import { Link } from "#web/lib/routing/link.tsx";
import { useSearchParams } from "#web/lib/routing/use-routing.ts";
import { usePageTitle } from "#web/lib/use-page-title.ts";
import { usePerson } from "#web/lib/use-person.ts";
import { ButtonLink } from "#web/ui/button.tsx";
import { DateTimeText } from "#web/ui/date-text.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { PageBody } from "#web/ui/page-body.tsx";
import { PageHeading } from "#web/ui/page-heading.tsx";
import { Loading, Skeleton } from "#web/ui/skeleton.tsx";
import { TextLink } from "#web/ui/text-link.tsx";
import { MissingRecord } from "../ui/missing-record.tsx";
import { OF_KIND, type Revised, type RevisedKind } from "./revised.ts";
import { RevisionDetail } from "./revision-detail.tsx";

type RevisionsScreenProps = {
  kind: RevisedKind;
  id: Id;
  /** Undefined until it is read. */
  revised: Revised | undefined;
  revisions: readonly Revision[] | undefined;
  error: Error | undefined;
  /** Reads both again. */
  read: () => Promise<unknown>;
};

/** The pages that a document or a template had, and what is different now. */
export function RevisionsScreen({ kind, id, revised, revisions, error, read }: RevisionsScreenProps) {
  usePageTitle(revised ? `Earlier pages of ${revised.name}` : "Earlier pages");
  const { all } = OF_KIND[kind];
  if (error && !(revised && revisions)) {
    return <MissingRecord noun={kind} id={id} error={error} onRetry={() => void read()} link={all} />;
  }
  return (
    <PageBody>
      {revised && revisions ? (
        <Revisions revised={revised} revisions={revisions} onRestored={read} />
      ) : (
        <RevisionsLoading />
      )}
    </PageBody>
  );
}

type RevisionsProps = {
  revised: Revised;
  revisions: readonly Revision[];
  onRestored: () => Promise<unknown>;
};

function Revisions({ revised, revisions, onRestored }: RevisionsProps) {
  const { kind, name, home, editorPath, pathOf, closed } = revised;
  const { intro, empty } = OF_KIND[kind];
  const { profile } = usePerson();
  const [search] = useSearchParams();
  const wanted = search.get("revision");
  const chosen = wanted === null ? revisions[0] : revisions.find((one) => String(one.revision) === wanted);
  const mayRestore = mayActAs(profile?.adminRole ?? null, "editor");
  return (
    <>
      <PageHeading
        eyebrow={
          <>
            <TextLink to={home.to}>{home.label}</TextLink>
            <span aria-hidden="true"> / </span>
            <span dir="auto">{name}</span>
          </>
        }
        intro={intro}
        actions={mayRestore && closed === null ? <ButtonLink to={editorPath}>Edit page</ButtonLink> : null}
      >
        Earlier pages
      </PageHeading>
      {revisions.length === 0 ? (
        <EmptyState title="No earlier pages yet">{empty}</EmptyState>
      ) : (
        <div className="grid gap-6 lg:grid-cols-[20rem_minmax(0,1fr)] lg:items-start lg:gap-10">
          <nav aria-label="Earlier pages" className="max-lg:max-h-80 max-lg:overflow-y-auto">
            <ul className="divide-y divide-line rounded-lg border border-line bg-surface">
              {revisions.map((one) => (
                <RevisionLink
                  key={one.revision}
                  revision={one}
                  to={pathOf(one.revision)}
                  isHere={one === chosen}
                />
              ))}
            </ul>
          </nav>
          {chosen ? (
            <RevisionDetail
              revised={revised}
              revision={chosen}
              refusal={mayRestore ? closed : "Only editors and owners can bring a page back."}
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
          <bdi translate="no">{savedBy?.name ?? "Imported or added"}</bdi> · {REASONS[because]}
        </span>
      </Link>
    </li>
  );
}

function RevisionsLoading() {
  return (
    <Loading label="Loading the earlier pages" isScreen>
      <Skeleton className="mb-2 h-4 w-40" />
      <Skeleton className="mb-6 h-9 w-64 max-w-full" />
      <div className="grid gap-6 lg:grid-cols-[20rem_minmax(0,1fr)] lg:gap-10">
        <Skeleton className="h-72 w-full rounded-lg" />
        <Skeleton className="h-80 w-full rounded-lg" />
      </div>
    </Loading>
  );
}
