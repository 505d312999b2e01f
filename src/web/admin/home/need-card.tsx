import { type ReactNode, useId } from "react";
import { formatDollars } from "#domain/format.ts";
import type { Id } from "#domain/id.ts";
import { Card } from "#web/ui/card.tsx";
import { TextLink } from "#web/ui/text-link.tsx";
import { organizationPath } from "../ui/paths.ts";

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

type NeedRowProps = {
  title: ReactNode;
  /** Shown at the far end, such as a value. */
  aside?: ReactNode;
  /** The line below: whose it is, and since when. */
  children: ReactNode;
};

/** One record that needs the company. */
export function NeedRow({ title, aside, children }: NeedRowProps) {
  return (
    <li className="px-5 py-2.5">
      <div className="flex items-baseline justify-between gap-x-4">
        <span dir="auto" className="wrap-anywhere min-w-0 font-medium">
          {title}
        </span>
        <span className="shrink-0 tabular-nums">{aside}</span>
      </div>
      <div className="wrap-anywhere mt-1.5 text-ink-soft text-sm">{children}</div>
    </li>
  );
}

type OrganizationLinkProps = { organizationId: Id; organizationName: string };

export function OrganizationLink({ organizationId, organizationName }: OrganizationLinkProps) {
  return (
    <TextLink to={organizationPath(organizationId)}>
      <bdi translate="no">{organizationName}</bdi>
    </TextLink>
  );
}
