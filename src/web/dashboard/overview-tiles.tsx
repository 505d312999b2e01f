import { ArrowRight } from "lucide-react";
import { Exact, ExactIn } from "#blocks/exact.tsx";
import { formatCount } from "#domain/format.ts";
import { Link } from "#web/lib/routing/link.tsx";
import { FailedNotice } from "#web/ui/notice.tsx";
import { Loading, Skeleton } from "#web/ui/skeleton.tsx";
import { useRememberedCount } from "./remembered-count.ts";
import { overviewTiles, type Tile } from "./tiles.ts";
import { useOverview } from "./use-overview.ts";

const GRID =
  "grid gap-px overflow-hidden rounded-lg border border-line bg-line sm:grid-cols-2 xl:grid-cols-4";
/** The count, and beside it the heading above the note. */
const TILE = "grid min-h-16 grid-cols-[auto_minmax(0,1fr)] items-center gap-x-3 bg-surface px-4 py-2";

/** Four counts of what waits for the reader, each with a link to its list. */
export function OverviewTiles() {
  const { overview, error, retry } = useOverview();
  if (error) return <FailedNotice onRetry={retry}>We couldn't load the overview.</FailedNotice>;
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
      className={`${TILE} group transition-colors -outline-offset-2 hover:bg-hover`}
    >
      <span className="col-start-2 row-start-1 flex flex-wrap items-center gap-x-2 self-end text-sm leading-5">
        {tile.heading}
        {isNew ? (
          <span className="inline-flex items-center gap-1 font-semibold text-brand text-xs">
            <span className="size-2 rounded-full bg-brand" />
            New
          </span>
        ) : null}
      </span>
      <span
        className={`col-start-1 row-span-2 row-start-1 min-w-6 font-semibold font-text text-2xl tracking-[-0.015em] ${tile.count === 0 ? "text-ink-faint" : ""}`}
      >
        <Exact>{formatCount(tile.count)}</Exact>
      </span>
      <span className="col-start-2 row-start-2 flex flex-wrap justify-between gap-x-3 self-start text-xs leading-4">
        <span className="text-ink-soft">{tile.note && <ExactIn text={tile.note} />}</span>
        <span className="inline-flex items-center gap-1 whitespace-nowrap font-medium text-brand">
          See all
          <ArrowRight
            aria-hidden="true"
            strokeWidth={1.75}
            className="size-3.5 transition-transform group-hover:translate-x-0.5"
          />
        </span>
      </span>
    </Link>
  );
}

export function TilesPlaceholder() {
  return (
    <Loading label="Loading the overview" className={GRID}>
      {[1, 2, 3, 4].map((place) => (
        <div key={place} className={TILE}>
          <Skeleton className="row-span-2 h-8 w-6" />
          <Skeleton className="col-start-2 h-4 w-32 max-w-full" />
          <Skeleton className="col-start-2 h-3 w-24 max-w-full" />
        </div>
      ))}
    </Loading>
  );
}
