import type { ReactNode } from "react";
import { classNames } from "#web/lib/class-names.ts";

type BadgeColour = "green" | "red" | "grey" | "orange" | "white";

/** Every status that is shown as a badge (spec 1 section 4). */
const BADGE_COLOURS = {
  PAID: "green",
  APPROVED: "green",
  DONE: "green",
  ACTIVE: "green",
  UNPAID: "red",
  CANCELLED: "red",
  DECLINED: "red",
  DRAFT: "grey",
  INACTIVE: "grey",
  WITHDRAWN: "grey",
  EXPIRED: "grey",
  PENDING: "orange",
  OPEN: "orange",
  IN_PROGRESS: "orange",
  IN_REVIEW: "orange",
  UAT: "orange",
  PAUSED: "orange",
  ARCHIVED: "white",
  ENDED: "white",
} as const satisfies Record<string, BadgeColour>;

export type BadgeStatus = keyof typeof BADGE_COLOURS;

const LOOKS: Record<BadgeColour, string> = {
  green: "bg-green-fill text-green-ink",
  red: "bg-red-fill text-red-ink",
  grey: "bg-grey-fill text-grey-ink",
  orange: "bg-orange-fill text-orange-ink",
  white: "bg-white-fill text-white-ink ring-1 ring-inset ring-white-line",
};

// A shape for each colour, so that colour is never the only sign.
const SHAPES: Record<BadgeColour, ReactNode> = {
  green: <path d="M2 6.2 4.8 9 10 3.4" />,
  red: <path d="m3 3 6 6m0-6L3 9" />,
  grey: <circle cx="6" cy="6" r="4" strokeDasharray="2 2.2" />,
  orange: (
    <>
      <circle cx="6" cy="6" r="4.2" />
      <path d="M6 3.6V6l1.6 1.2" />
    </>
  ),
  white: <path d="M2 4h8M2.8 4v5.2h6.4V4M4.8 6.4h2.4M2 2.4h8V4H2z" />,
};

/** An unpaid invoice is due, not failed: a coin in place of the cross, and an outline in place of the fill. */
const DUE = {
  look: "text-red-ink ring-1 ring-inset ring-red-ink/50",
  shape: (
    <>
      <circle cx="6" cy="6" r="4.6" />
      <path
        d="M7.4 4.7C7.2 4.2 6.7 3.9 6 3.9c-.8 0-1.4.4-1.4 1s.6.9 1.4 1.1 1.4.5 1.4 1.1-.6 1-1.4 1c-.7 0-1.2-.3-1.4-.8M6 3.2v.7m0 4.2v.7"
        strokeWidth="1.1"
      />
    </>
  ),
};

/** "IN_PROGRESS" as "IN PROGRESS". */
export function badgeLabel(status: string): string {
  return status.toUpperCase().replaceAll("_", " ");
}

type BadgeProps = { status: BadgeStatus; label?: string; className?: string };

export function Badge({ status, label = badgeLabel(status), className }: BadgeProps) {
  const colour = BADGE_COLOURS[status];
  const { look, shape } = status === "UNPAID" ? DUE : { look: LOOKS[colour], shape: SHAPES[colour] };
  return (
    <span
      data-colour={colour}
      className={classNames(
        "inline-flex h-6 items-center gap-1.5 rounded-full pr-2.5 pl-2 font-semibold text-xs tracking-[0.03em] whitespace-nowrap",
        look,
        className,
      )}
    >
      <svg
        viewBox="0 0 12 12"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
        className="size-3 shrink-0"
      >
        {shape}
      </svg>
      {label}
    </span>
  );
}
