import { useEffect, useEffectEvent, useState } from "react";
import { INPUT_CLASS } from "#web/lib/class-names.ts";
import { useSearchParams } from "#web/lib/routing/use-routing.ts";
import { useDelayed } from "#web/lib/use-delayed.ts";
import { usePageTitle } from "#web/lib/use-page-title.ts";
import { useMayActAs } from "#web/lib/use-person.ts";
import { ButtonLink } from "#web/ui/button.tsx";
import { fetchFailure } from "#web/ui/fetch-failure.tsx";
import { PageBody, PageHeading } from "#web/ui/page-body.tsx";
import { Loading, Skeleton } from "#web/ui/skeleton.tsx";
import { TextLink } from "#web/ui/text-link.tsx";
import { NEW_WORK_ORDER, WORK_ORDERS } from "../ui/paths.ts";
import { Board } from "./board.tsx";
import { useBoard } from "./use-board.ts";

const CARD_PAGE_SIZE = 50;
/** The maximum of cards per column that the call returns. */
const MAX_CARDS = 500;

/** /admin/work-orders/board, of all organizations or of the one that `organization` in the address names. */
export function BoardPage() {
  usePageTitle("Board of work orders");
  const [parameters] = useSearchParams();
  const organizationId = parameters.get("organization");
  const [q, setQ] = useState("");
  const [limit, setLimit] = useState(CARD_PAGE_SIZE);
  const board = useBoard({
    limit,
    ...(organizationId !== null && { organizationId }),
    ...(q !== "" && { q }),
  });
  const mayMove = useMayActAs("editor");
  const { columns } = board;
  const total = columns?.reduce((sum, column) => sum + column.total, 0);

  return (
    <>
      <PageBody className="max-w-none! pb-0!">
        <PageHeading
          eyebrow={<TextLink to={WORK_ORDERS}>Work orders</TextLink>}
          actions={
            <>
              <BoardSearch onRest={setQ} />
              {mayMove ? (
                <ButtonLink tone="primary" to={NEW_WORK_ORDER}>
                  New work order
                </ButtonLink>
              ) : null}
            </>
          }
        >
          Board
        </PageHeading>
        {fetchFailure(
          { data: columns, error: board.error, mutate: board.retry },
          "We were unable to fetch the board.",
        )}
        {total === 0 ? (
          <p className="mb-4 text-ink-soft">
            {q === ""
              ? "Work orders appear here, in a column for each status."
              : `No work order says “${q}”.`}
          </p>
        ) : null}
      </PageBody>
      {columns ? (
        <Board
          columns={columns}
          mayMove={mayMove}
          onLift={board.lift}
          onRelease={board.release}
          onDrop={(card, to) => void board.drop(card, to)}
          onMore={limit < MAX_CARDS ? () => setLimit(Math.min(limit + CARD_PAGE_SIZE, MAX_CARDS)) : null}
        />
      ) : board.error ? null : (
        <Loading label="Loading the board" className="flex gap-2 overflow-hidden px-4 sm:px-6" afterMs={150}>
          {["Draft", "Open", "In Progress", "In Review", "UAT", "Done", "Archived"].map((name) => (
            <Skeleton key={name} className="h-64 w-60 shrink-0 rounded-lg xl:w-auto xl:flex-1" />
          ))}
        </Loading>
      )}
    </>
  );
}

const PAUSE_MS = 300;

/** A debounced search. It has its own state, because a board of 2,000 cards renders slower than one types. */
function BoardSearch({ onRest }: { onRest: (text: string) => void }) {
  const [typed, setTyped] = useState("");
  const rested = useDelayed(typed.trim(), PAUSE_MS);
  const onRestChanged = useEffectEvent(onRest);
  useEffect(() => onRestChanged(rested), [rested]);
  return (
    <input
      type="search"
      aria-label="Search the board"
      placeholder="Search"
      maxLength={200}
      className={`${INPUT_CLASS} w-56! max-w-full`}
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value)}
    />
  );
}
