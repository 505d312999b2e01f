import { DragDropContext, Draggable, type DraggableProvided, Droppable } from "@hello-pangea/dnd";
import { memo, useEffect, useEffectEvent, useState } from "react";
import type { BoardColumn as Column, WorkOrderCard } from "#domain/work-orders/managed-work-order.ts";
import { WORK_ORDER_STATUS_LABELS, type WorkOrderStatus } from "#domain/work-orders/work-order.ts";
import { NotShownMark } from "#web/admin/ui/record-screen.tsx";
import { styleNonce } from "#web/lib/brand.ts";
import { classNames, INPUT_CLASS } from "#web/lib/class-names.ts";
import { Link } from "#web/lib/routing/link.tsx";
import { useNavigate, useSearchParams } from "#web/lib/routing/use-routing.ts";
import { useDelayed } from "#web/lib/use-delayed.ts";
import { usePageTitle } from "#web/lib/use-page-title.ts";
import { useMayActAs } from "#web/lib/use-person.ts";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { fetchFailure } from "#web/ui/fetch-failure.tsx";
import { PageBody, PageHeading } from "#web/ui/page-body.tsx";
import { Loading, Skeleton } from "#web/ui/skeleton.tsx";
import { TextLink } from "#web/ui/text-link.tsx";
import { NEW_WORK_ORDER, WORK_ORDERS, workOrderPath } from "../ui/paths.ts";
import { WorkTerms } from "../ui/work-order/work-terms.tsx";
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

type BoardProps = {
  columns: readonly Column[];
  mayMove: boolean;
  onLift: () => void;
  onRelease: () => void;
  onDrop: (card: WorkOrderCard, to: WorkOrderStatus) => void;
  onMore: (() => void) | null;
};

const labelOf = (droppableId: string) => WORK_ORDER_STATUS_LABELS[droppableId as WorkOrderStatus];

/** The columns, between which cards are moved by pointer, touch or keys. Each step is spoken. */
export function Board({ columns, mayMove, onLift, onRelease, onDrop, onMore }: BoardProps) {
  const cardOf = (id: string) =>
    columns.flatMap(({ cards }) => cards).find(({ workOrderId }) => workOrderId === id);
  const nameOf = (id: string) => cardOf(id)?.name ?? "The card";

  return (
    <DragDropContext
      nonce={styleNonce()}
      dragHandleUsageInstructions="Press space to lift the card, the left and right arrow keys to move it to another status, space to put it down, escape to cancel. Enter opens it."
      onBeforeCapture={onLift}
      onDragStart={({ draggableId, source }, { announce }) =>
        announce(`Lifted ${nameOf(draggableId)}, which is ${labelOf(source.droppableId)}.`)
      }
      onDragUpdate={({ draggableId, destination }, { announce }) =>
        announce(
          destination
            ? `${nameOf(draggableId)} would be ${labelOf(destination.droppableId)}.`
            : `${nameOf(draggableId)} is outside the board.`,
        )
      }
      onDragEnd={({ draggableId, source, destination, reason }, { announce }) => {
        const card = cardOf(draggableId);
        const to = reason === "DROP" ? destination?.droppableId : undefined;
        const isMoved = card !== undefined && to !== undefined && to !== source.droppableId;
        announce(
          isMoved
            ? `${card.name} is put down in ${labelOf(to)}.`
            : `${nameOf(draggableId)} stays ${labelOf(source.droppableId)}.`,
        );
        onRelease();
        if (isMoved) onDrop(card, to as WorkOrderStatus);
      }}
    >
      {/* Positioned, so that words for screen readers do not make the whole page as wide as the board. */}
      <div
        // Without cards nothing in it takes the focus, and arrow keys could not scroll it.
        {...(columns.some(({ total }) => total > 0)
          ? {}
          : { tabIndex: 0, role: "group", "aria-label": "Board" })}
        className="relative flex snap-x scroll-px-4 gap-2 overflow-x-auto px-4 pb-4 sm:scroll-px-6 sm:px-6"
      >
        {columns.map((column) => (
          <BoardColumn key={column.workOrderStatus} column={column} mayMove={mayMove} onMore={onMore} />
        ))}
      </div>
    </DragDropContext>
  );
}

type BoardColumnProps = {
  column: Column;
  mayMove: boolean;
  /** Null: no more can be shown. */
  onMore: (() => void) | null;
};

/** A status with its cards, the last moved first. */
export function BoardColumn({ column, mayMove, onMore }: BoardColumnProps) {
  const { workOrderStatus, total, cards } = column;
  const label = WORK_ORDER_STATUS_LABELS[workOrderStatus];
  const hidden = total - cards.length;
  return (
    <section
      aria-labelledby={`column-${workOrderStatus}`}
      className="flex w-60 shrink-0 snap-start flex-col rounded-lg bg-sunken/70 xl:w-auto xl:min-w-40 xl:flex-1"
    >
      <h2
        id={`column-${workOrderStatus}`}
        className="flex items-baseline justify-between px-3 pt-2.5 pb-1.5 font-semibold text-sm"
      >
        {label}
        <span className="font-normal text-ink-soft tabular-nums">
          {total}
          <span className="sr-only"> work orders</span>
        </span>
      </h2>
      <Droppable droppableId={workOrderStatus} isDropDisabled={!mayMove}>
        {(droppable, state) => (
          <div
            ref={droppable.innerRef}
            {...droppable.droppableProps}
            className={classNames(
              "min-h-24 flex-1 rounded-b-lg px-2 pt-1 transition-colors",
              state.isDraggingOver && "bg-brand-soft",
            )}
          >
            {cards.map((card, index) => (
              <Draggable
                key={card.workOrderId}
                draggableId={card.workOrderId}
                index={index}
                isDragDisabled={!mayMove}
              >
                {(draggable, { isDragging }) => (
                  <BoardCard
                    card={card}
                    innerRef={draggable.innerRef}
                    draggableProps={draggable.draggableProps}
                    dragHandleProps={draggable.dragHandleProps}
                    isDragging={isDragging}
                    mayMove={mayMove}
                  />
                )}
              </Draggable>
            ))}
            {droppable.placeholder}
          </div>
        )}
      </Droppable>
      {hidden > 0 ? (
        <div className="px-2 pb-2 text-center">
          {onMore ? (
            <Button size="sm" tone="quiet" isWide onClick={onMore}>
              Show more<span className="sr-only"> of {label}</span>
            </Button>
          ) : null}
          <p className="text-ink-faint text-xs">{hidden} not shown</p>
        </div>
      ) : null}
    </section>
  );
}

type BoardCardProps = {
  card: WorkOrderCard;
  innerRef: DraggableProvided["innerRef"];
  draggableProps: DraggableProvided["draggableProps"];
  dragHandleProps: DraggableProvided["dragHandleProps"];
  isDragging: boolean;
  mayMove: boolean;
};

/** A card: dragged anywhere, lifted by space, opened by Enter or its name. */
const BoardCard = memo(function BoardCard({
  card,
  innerRef,
  draggableProps,
  dragHandleProps,
  isDragging,
  mayMove,
}: BoardCardProps) {
  const { workOrderId, externalId, name, organizationName, shownAt } = card;
  const navigate = useNavigate();
  const path = workOrderPath(workOrderId);
  // The card contains a link, so it cannot be a button.
  const { role: _, ...handleProps } = dragHandleProps ?? {};
  return (
    <article
      ref={innerRef}
      {...draggableProps}
      {...handleProps}
      aria-roledescription={mayMove ? "movable card" : undefined}
      aria-label={`${externalId} ${name}, ${organizationName}`}
      // The columns' snapping would leave most of it beyond the edge of a phone.
      onFocus={({ target }) => {
        if (target.matches(":focus-visible")) target.scrollIntoView({ block: "nearest", inline: "start" });
      }}
      onKeyDown={(event) => {
        if (event.key === "Enter" && event.target === event.currentTarget) void navigate(path);
      }}
      className={classNames(
        // Cards beyond the screen are neither laid out nor painted.
        "mb-2 rounded-md border bg-raised p-2.5 text-sm outline-offset-1 [contain-intrinsic-size:auto_6rem] [content-visibility:auto]",
        mayMove && "cursor-grab",
        isDragging ? "border-line-strong shadow-float" : "border-line hover:border-line-strong/60",
      )}
    >
      <p className="flex items-center justify-between text-ink-faint text-xs">
        <span>{externalId}</span>
        {shownAt === null ? <NotShownMark /> : null}
      </p>
      <Link
        to={path}
        tabIndex={mayMove ? -1 : 0}
        draggable={false}
        dir="auto"
        className="wrap-anywhere my-0.5 block rounded-sm font-medium leading-5 hover:underline"
      >
        {name}
      </Link>
      <p dir="auto" className="wrap-anywhere text-ink-soft">
        {organizationName}
      </p>
      <p className="text-ink-soft text-xs">
        <WorkTerms card={card} />
      </p>
    </article>
  );
});
