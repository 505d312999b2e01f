import type { ReactNode } from "react";
import { companyDate, companyIsoDay } from "#web/lib/company-time.ts";
import { Badge, type BadgeStatus, badgeLabel } from "../badge.tsx";
import { DateText } from "../date-text.tsx";
import type { DataTableColumn } from "./data-table-column.ts";

type Named = { id: string; header: string };

/** A column of names, which wrap so that the columns beside it stay in sight. */
export function namesColumn<Row>(
  { id, header }: Named,
  text: (row: Row) => string | null,
): DataTableColumn<Row> {
  const cell = (row: Row) => (
    <span className="sm:wrap-anywhere sm:inline-block sm:min-w-26 sm:max-w-44 sm:whitespace-normal sm:max-lg:text-sm xl:w-max xl:min-w-34">
      {text(row)}
    </span>
  );
  return { id, header, text, cell, isExact: true };
}

export function emailColumn<Row>(email: (row: Row) => string | null): DataTableColumn<Row> {
  const cell = (row: Row) => (
    <span className="text-ink-soft sm:wrap-anywhere sm:inline-block sm:min-w-36 sm:max-w-72 sm:whitespace-normal xl:w-max">
      {email(row)}
    </span>
  );
  return { id: "email", header: "Email", text: email, cell, cardSlot: "number" };
}

type ControlsColumn<Row> = Omit<DataTableColumn<Row>, "text" | "isControls">;

export function controlsColumn<Row>(column: ControlsColumn<Row>): DataTableColumn<Row> {
  return { ...column, text: () => null, isControls: true };
}

export function actionsColumn<Row>(cell: (row: Row) => ReactNode): DataTableColumn<Row> {
  return controlsColumn({ id: "actions", header: "Actions", isHeaderHidden: true, cell, cardSlot: "action" });
}

/** A date column: searched as it reads, sorted by time. */
export function dateColumn<Row>(
  { id, header }: Named,
  iso: (row: Row) => string | null,
): DataTableColumn<Row> {
  return {
    id,
    header,
    text: (row) => companyDate(iso(row) ?? "") || null,
    exported: (row) => companyIsoDay(iso(row) ?? "") || null,
    sortKey: (row) => iso(row) ?? "",
    cell: (row) => {
      const instant = iso(row);
      return instant === null ? null : <DateText iso={instant} />;
    },
    cardSlot: "date",
  };
}

/** A status column, filtered by choice. The labels are in the order of the record's life. */
export function statusColumn<Row, Status extends BadgeStatus>(
  { id, header }: Named,
  labels: Readonly<Record<Status, string>>,
  status: (row: Row) => Status,
): DataTableColumn<Row> {
  return {
    id,
    header,
    text: (row) => badgeLabel(status(row)),
    cell: (row) => <Badge status={status(row)} />,
    choices: { of: status, labels },
    cardSlot: "corner",
  };
}

type Dated = { createdAt: string; updatedAt: string };

function isUpdated({ createdAt, updatedAt }: Dated): boolean {
  return updatedAt > createdAt && companyDate(updatedAt) !== companyDate(createdAt);
}

/** The day of creation of rows whose last change is noted below their names (UpdatedNote). A card shows the later day. */
export function createdColumn<Row extends Dated>(named: Named): DataTableColumn<Row> {
  return { ...dateColumn<Row>(named, (row) => row.createdAt), cell: (row) => <Created {...row} /> };
}

function Created(row: Dated) {
  if (!isUpdated(row)) return <DateText iso={row.createdAt} />;
  return (
    <>
      <DateText iso={row.createdAt} className="whitespace-nowrap max-sm:hidden" />
      <span className="sm:hidden">
        Updated <DateText iso={row.updatedAt} />
      </span>
    </>
  );
}

/** The day of a row's last change, below its name in a table. */
export function UpdatedNote(row: Dated) {
  if (!isUpdated(row)) return null;
  return (
    <span className="block font-normal text-ink-soft text-sm max-sm:hidden">
      Updated <DateText iso={row.updatedAt} />
    </span>
  );
}

const RETIRED_LABELS = { current: "Current", retired: "Retired" };

/** The status of records that can be retired, filtered by choice. */
export function retiredColumn<Row extends { isRetired: boolean }>(id: string): DataTableColumn<Row> {
  const statusOf = ({ isRetired }: Row) => (isRetired ? "retired" : "current");
  return {
    id,
    header: "Status",
    text: (row) => RETIRED_LABELS[statusOf(row)],
    choices: { of: statusOf, labels: RETIRED_LABELS },
    cardSlot: "corner",
  };
}
