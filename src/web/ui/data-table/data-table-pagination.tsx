import { classNames } from "#web/lib/class-names.ts";
import BACKWARD from "../../../../public/icons/backward.svg?inline";
import FORWARD from "../../../../public/icons/forward.svg?inline";

type PaginationProps = {
  tableLabel: string;
  pageIndex: number;
  /** Undefined while loading. */
  total: number | undefined;
  /** There are more rows than the total. */
  isMore?: boolean | undefined;
  hasNext: boolean;
  onPage: (pageIndex: number) => void;
  className: string | undefined;
};

export function DataTablePagination(props: PaginationProps) {
  const { tableLabel, pageIndex, total, isMore, hasNext, onPage, className } = props;
  const hasPrevious = pageIndex > 0;
  return (
    <div
      className={classNames(
        "mt-3 flex min-h-9 items-center justify-end gap-3 text-ink-soft text-sm touch:min-h-11 print:hidden",
        className,
      )}
    >
      <p role="status" className="whitespace-nowrap">
        {total === undefined ? "" : pageLabel(pageIndex, total, isMore)}
      </p>
      {total === undefined || (total <= PAGE_SIZE && !isMore) ? null : (
        <nav aria-label={`Pages of ${tableLabel}`} className="flex gap-1">
          <PageButton
            label="Previous page"
            icon={BACKWARD}
            onMove={hasPrevious ? () => onPage(pageIndex - 1) : null}
          />
          <PageButton
            label="Next page"
            icon={FORWARD}
            onMove={hasNext ? () => onPage(pageIndex + 1) : null}
          />
        </nav>
      )}
    </div>
  );
}

// Not `disabled`: on the last page the button would lose the focus.
function PageButton({ label, icon, onMove }: { label: string; icon: string; onMove: (() => void) | null }) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      aria-disabled={onMove === null}
      className="inline-flex size-9 items-center justify-center rounded-md border border-line-strong/60 bg-raised transition-[background-color,opacity] hover:not-aria-disabled:bg-hover aria-disabled:cursor-not-allowed aria-disabled:opacity-45 touch:size-11"
      onClick={() => onMove?.()}
    >
      <img src={icon} alt="" className="size-5" />
    </button>
  );
}

/** The rows of one page (spec 1 section 9). */
export const PAGE_SIZE = 10;

/** "1 - 10 of 13" for page 0; "0 - 0 of 0" for an empty table. With `isMore` there are more rows than the total. */
export function pageLabel(pageIndex: number, total: number, isMore = false): string {
  if (total === 0) return "0 - 0 of 0";
  const from = pageIndex * PAGE_SIZE + 1;
  if (isMore) return `${from} - ${from + PAGE_SIZE - 1} of more than ${total.toLocaleString("en-AU")}`;
  return `${from} - ${Math.min(from + PAGE_SIZE - 1, total)} of ${total}`;
}

/** The wanted page, or the last one if there are fewer. */
export function existingPage(pageIndex: number, total: number): number {
  const last = Math.max(Math.ceil(total / PAGE_SIZE) - 1, 0);
  return Math.min(Math.max(pageIndex, 0), last);
}
