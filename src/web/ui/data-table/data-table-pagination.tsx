import { classNames } from "#web/lib/class-names.ts";
import BACKWARD from "../../../../public/icons/backward.svg?inline";
import FORWARD from "../../../../public/icons/forward.svg?inline";
import { PAGE_SIZE, pageLabel } from "./page-label.ts";

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
        "mt-3 flex min-h-9 items-center justify-end gap-3 text-ink-soft text-sm touch:min-h-11",
        className,
      )}
    >
      <p role="status" className="whitespace-nowrap">
        {total === undefined ? "" : pageLabel(pageIndex, total, isMore)}
      </p>
      {total === undefined || total < PAGE_SIZE ? null : (
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

type PageButtonProps = { label: string; icon: string; onMove: (() => void) | null };

// Not `disabled`: on the last page the button would lose the focus.
function PageButton({ label, icon, onMove }: PageButtonProps) {
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
