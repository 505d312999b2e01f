import { type ReactNode, useId } from "react";
import { formatDollars } from "#domain/format.ts";
import { Card } from "#web/ui/card.tsx";
import { TextLink } from "#web/ui/text-link.tsx";

type NeedCardProps = {
  title: string;
  total: number;
  /** Dollars; null without a price. */
  worth?: string | null;
  /** The list that has all of them. */
  list?: { to: string; label: string };
  /** The rows of the first few. */
  children: ReactNode;
};

/** One kind of need: how many there are, what they are worth, and the first few. Renders nothing without one. */
export function NeedCard({ title, total, worth = null, list, children }: NeedCardProps) {
  const id = useId();
  if (total === 0) return null;
  return (
    <Card aria-labelledby={id} className="overflow-hidden">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 border-line border-b px-5 py-3">
        <h2 id={id} className="font-semibold">
          {title} <Count total={total} />
        </h2>
        {worth === null ? null : (
          <span translate="no" className="font-semibold tabular-nums">
            {formatDollars(worth)}
          </span>
        )}
      </div>
      <ul className="divide-y divide-line">{children}</ul>
      {list ? (
        <p className="border-line border-t px-5 py-2.5 text-sm">
          <TextLink to={list.to}>{list.label}</TextLink>
        </p>
      ) : null}
    </Card>
  );
}

export function Count({ total }: { total: number }) {
  return (
    <span className="ml-1 rounded-full bg-ink/8 px-2 py-0.5 font-medium text-ink-soft text-sm tabular-nums">
      {total.toLocaleString("en-AU")}
    </span>
  );
}
