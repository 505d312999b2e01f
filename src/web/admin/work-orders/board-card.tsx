import type { DraggableProvided } from "@hello-pangea/dnd";
import { memo } from "react";
import type { WorkOrderCard } from "#domain/work-orders/admin-work-order.ts";
import { classNames } from "#web/lib/class-names.ts";
import { Link } from "#web/lib/routing/link.tsx";
import { useNavigate } from "#web/lib/routing/use-routing.ts";
import { workOrderPath } from "../ui/paths.ts";
import { NotShownMark } from "../ui/record-screen.tsx";

type BoardCardProps = {
  card: WorkOrderCard;
  innerRef: DraggableProvided["innerRef"];
  draggableProps: DraggableProvided["draggableProps"];
  dragHandleProps: DraggableProvided["dragHandleProps"];
  isDragging: boolean;
  mayMove: boolean;
};

/** A card: dragged anywhere, lifted by space, opened by Enter or its name. */
export const BoardCard = memo(function BoardCard({
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
    </article>
  );
});
