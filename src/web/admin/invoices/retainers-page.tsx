import { useMemo } from "react";
import { listRetainers } from "#contract/admin/retainers.ts";
import { formatDollars } from "#domain/format.ts";
import type { Id } from "#domain/id.ts";
import { formatDay } from "#domain/invoices/invoice.ts";
import { PERIOD_LABELS } from "#domain/retainers/periods.ts";
import { type ListedRetainer, RETAINER_STATUS_LABELS } from "#domain/retainers/retainer.ts";
import { useSearchParams } from "#web/lib/routing/use-routing.ts";
import { useCall } from "#web/lib/use-call.ts";
import { useMayActAs } from "#web/lib/use-person.ts";
import { PATHS } from "#web/paths.ts";
import { ButtonLink } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/card.tsx";
import { DataTable } from "#web/ui/data-table/data-table.tsx";
import type { DataTableColumn } from "#web/ui/data-table/data-table-column.ts";
import { namesColumn, statusColumn } from "#web/ui/data-table/usual-columns.tsx";
import { fetchFailure } from "#web/ui/fetch-failure.tsx";
import { Screen } from "#web/ui/page-body.tsx";
import { TextLink } from "#web/ui/text-link.tsx";
import { NEW_RETAINER, newFor, retainerPath } from "../ui/paths.ts";

const COLUMNS: readonly DataTableColumn<ListedRetainer>[] = [
  { id: "name", header: "Name", text: (row) => row.name, isWide: true, cardSlot: "title" },
  namesColumn({ id: "organizationName", header: "Organization" }, (row) => row.organizationName),
  {
    id: "period",
    header: "Every",
    text: (row) => PERIOD_LABELS[row.period],
    choices: { of: (row) => row.period, labels: PERIOD_LABELS },
  },
  {
    id: "total",
    header: "Each invoice",
    text: (row) => formatDollars(row.total),
    exported: (row) => row.total,
    sortKey: (row) => Number(row.total),
    isMoney: true,
    isExact: true,
  },
  {
    id: "nextOn",
    header: "Next",
    text: (row) => (row.nextOn === null ? null : formatDay(row.nextOn)),
    exported: (row) => row.nextOn,
    sortKey: (row) => row.nextOn ?? "",
    cardSlot: "date",
  },
  statusColumn({ id: "status", header: "Status" }, RETAINER_STATUS_LABELS, (row) => row.status),
];

const ITS_COLUMNS = COLUMNS.filter(({ id }) => id !== "organizationName");

/** /admin/retainers, of all organizations or of the one that `organization` in the address names. */
export function RetainersPage() {
  const mayChange = useMayActAs("editor");
  const [parameters] = useSearchParams();
  const organizationId = parameters.get("organization");
  return (
    <Screen
      title="Retainers"
      eyebrow={<TextLink to={PATHS.invoices}>Invoices</TextLink>}
      intro="Recurring work. Each period prepares one invoice as a draft, on its first day."
      actions={
        mayChange ? (
          <ButtonLink tone="primary" to={NEW_RETAINER}>
            New retainer
          </ButtonLink>
        ) : null
      }
    >
      <Retainers organizationId={organizationId} newPath={NEW_RETAINER} />
    </Screen>
  );
}

/** The retainers of an organization on its page. */
export function RetainersOf({ organizationId }: { organizationId: Id }) {
  return <Retainers organizationId={organizationId} newPath={newFor(NEW_RETAINER, organizationId)} isOfOne />;
}

type RetainersProps = { organizationId: Id | null; newPath: string; isOfOne?: boolean };

function Retainers({ organizationId, newPath, isOfOne = false }: RetainersProps) {
  const mayChange = useMayActAs("editor");
  const query = useMemo(() => (organizationId === null ? {} : { organizationId }), [organizationId]);
  const { data, error, mutate } = useCall(listRetainers, { query });
  const failure = fetchFailure({ data, error, mutate }, "We were unable to fetch the retainers.");
  if (failure) return failure;
  const newLink = mayChange ? <ButtonLink to={newPath}>New retainer</ButtonLink> : null;
  if (data?.length === 0) {
    return (
      <EmptyState title="No retainers yet" action={newLink}>
        Work that you invoice every week, month or year: its invoices are prepared for you.
      </EmptyState>
    );
  }
  return (
    <>
      {isOfOne && newLink ? <p className="mb-4">{newLink}</p> : null}
      <DataTable
        label="Retainers"
        data={data}
        columns={isOfOne ? ITS_COLUMNS : COLUMNS}
        getRowId={(row) => row.retainerId}
        rowHref={(row) => retainerPath(row.retainerId)}
        enablePagination
        usualOrder="Newest first"
      />
    </>
  );
}
