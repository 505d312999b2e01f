import { ArrowRight } from "lucide-react";
import { Exact, ExactIn } from "#blocks/exact.tsx";
import { formatCount } from "#domain/format.ts";
import { Link } from "#web/lib/routing/link.tsx";
import { FailedNotice } from "#web/ui/notice.tsx";
import { Loading, Skeleton } from "#web/ui/skeleton.tsx";
import { useRememberedCount } from "./remembered-count.ts";
import { overviewTiles, type Tile } from "./tiles.ts";
import { useOverview } from "./use-overview.ts";

const GRID = "grid gap-px overflow-hidden rounded-lg border border-line bg-line grid-cols-2 lg:grid-cols-4";

/** Four counts of what waits for the reader, each with a link to its list. */
export function OverviewTiles() {
  const { overview, error, retry } = useOverview();
  if (error) return <FailedNotice onRetry={retry}>We could not load the overview.</FailedNotice>;
  if (overview === undefined) return <TilesPlaceholder />;
  return (
    <section aria-label="Overview">
      <ul className={GRID}>
        {overviewTiles(overview).map((tile) => (
          <li key={tile.heading} className="contents">
            <OverviewTile tile={tile} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function OverviewTile({ tile }: { tile: Tile }) {
  const { isNew, forget } = useRememberedCount(tile);
  return (
    <Link
      to={tile.path}
      onClick={forget}
      className="group flex flex-col bg-surface p-4 sm:p-5 transition-colors -outline-offset-2 hover:bg-hover"
    >
      <span className="flex flex-1 items-start justify-between gap-2">
        <span className="text-ink-soft text-sm">{tile.heading}</span>
        {isNew ? (
          <span className="inline-flex items-center gap-1.5 font-semibold text-brand text-xs">
            <span className="size-2 rounded-full bg-brand" />
            New
          </span>
        ) : null}
      </span>
      <span
        className={`mt-2 font-semibold font-text text-4xl tracking-[-0.02em] ${tile.count === 0 ? "text-ink-faint" : ""}`}
      >
        <Exact>{formatCount(tile.count)}</Exact>
      </span>
      <span className="mt-1 min-h-5 text-ink-soft text-sm">{tile.note && <ExactIn text={tile.note} />}</span>
      <span className="mt-4 inline-flex items-center gap-1 font-medium text-brand text-sm">
        See all
        <ArrowRight
          aria-hidden="true"
          strokeWidth={1.75}
          className="size-3.5 transition-transform group-hover:translate-x-0.5"
        />
      </span>
    </Link>
  );
}

export function TilesPlaceholder() {
  return (
    <Loading label="Loading the overview" className={GRID}>
      {[1, 2, 3, 4].map((place) => (
        <div key={place} className="bg-surface p-4 sm:p-5">
          <Skeleton className="h-5 w-32 max-w-full" />
          <Skeleton className="mt-2 h-11 w-14" />
          <Skeleton className="mt-1 h-5 w-36 max-w-full" />
          <Skeleton className="mt-4 h-5 w-16" />
        </div>
      ))}
    </Loading>
  );
}
