import { listActivity } from "#contract/admin/activity.ts";
import type { Activity } from "#domain/activity/activity.ts";
import type { Id } from "#domain/id.ts";
import { companyDateTime } from "#web/lib/company-time.ts";
import { ListTable } from "#web/lists/list-table.tsx";
import type { OwnQuery } from "#web/lists/use-list.ts";
import { invoicePath, personPath } from "#web/paths.ts";
import type { DataTableColumn } from "#web/ui/data-table/data-table-column.ts";
import { DateTimeText } from "#web/ui/date-text.tsx";
import { TextLink } from "#web/ui/text-link.tsx";
import { documentPath } from "./document-paths.ts";
import { organizationPath, workOrderPath } from "./paths.ts";
import { templatePath } from "./template-paths.ts";

const AT: DataTableColumn<Activity> = {
  id: "at",
  header: "When",
  text: (row) => companyDateTime(row.at),
  exported: (row) => row.at,
  sortKey: (row) => row.at,
  cell: (row) => <DateTimeText iso={row.at} />,
  cardSlot: "date",
};
const WHO: DataTableColumn<Activity> = {
  id: "who",
  header: "Who",
  text: (row) => row.who,
  cell: ({ who, userProfileId }) => <Linked to={userProfileId && personPath(userProfileId)}>{who}</Linked>,
};
const WHAT: DataTableColumn<Activity> = {
  id: "what",
  header: "What",
  text: (row) => row.what,
  cell: ({ what, note }) => (
    <>
      <span className="block max-sm:first-letter:uppercase">{what}</span>
      {note ? (
        <span dir="auto" className="wrap-anywhere block text-ink-soft text-sm">
          {note}
        </span>
      ) : null}
    </>
  ),
  isWide: true,
  cardSlot: "title",
};
const ABOUT: DataTableColumn<Activity> = {
  id: "about",
  header: "About",
  text: (row) => row.about,
  cell: (row) => (row.about === null ? null : <Linked to={subjectPath(row)}>{row.about}</Linked>),
};
const ORGANIZATION: DataTableColumn<Activity> = {
  id: "organizationName",
  header: "Organization",
  text: (row) => row.organizationName,
  isExtra: true,
  cell: ({ organizationId, organizationName }) =>
    organizationName === null ? null : (
      <Linked to={organizationId && organizationPath(organizationId)}>{organizationName}</Linked>
    ),
};

const OF_ONE = [AT, WHO, WHAT, ABOUT];
const OF_ALL = [...OF_ONE, ORGANIZATION];

function Linked({ to, children }: { to: string | null; children: string }) {
  const text = (
    <bdi translate="no" className="sm:inline-block sm:max-w-36 sm:truncate xl:max-w-56 sm:align-bottom">
      {children}
    </bdi>
  );
  return to === null ? text : <TextLink to={to}>{text}</TextLink>;
}

export type ActivityPart = OwnQuery<typeof listActivity>;

/** What happened, latest first: in the whole portal, or a part of it. */
export function Timeline({ of = {} }: { of?: ActivityPart }) {
  const isOfOrganization = of.organizationId !== undefined || of.documentId !== undefined;
  return (
    <ListTable
      what={listActivity}
      query={of}
      label="Activity"
      columns={isOfOrganization ? OF_ONE : OF_ALL}
      getRowId={(row) => row.auditEventId}
      usualOrder="Newest first"
      emptyHint="What your colleagues, your clients and the portal do appears here."
      failureText="We were unable to fetch the activity."
    />
  );
}

const PATHS: Readonly<Record<string, (id: Id) => string>> = {
  document: documentPath,
  "work-order": workOrderPath,
  invoice: invoicePath,
  organization: organizationPath,
  person: personPath,
  template: templatePath,
};

/** The address of the record that something happened to, below /admin; null without one. */
function subjectPath({ action, subjectId }: Pick<Activity, "action" | "subjectId">): string | null {
  const [noun = "", verb] = action.split(".");
  return verb === "delete" || verb === "remove" ? null : (PATHS[noun]?.(subjectId) ?? null);
}
