import { useNavigate } from "react-router";
import type { RowAction } from "./data-table-row.tsx";

/** What pressing a row does: the caller's own doing, or going where the row leads. */
export function useRowAction<Row>(
  href: ((row: Row) => string) | undefined,
  onRowClick: ((row: Row) => void) | undefined,
): RowAction<Row> {
  const navigate = useNavigate();
  const open = onRowClick ?? (href ? (row: Row) => void navigate(href(row)) : undefined);
  return { ...(href ? { href } : {}), ...(open ? { open } : {}) };
}
