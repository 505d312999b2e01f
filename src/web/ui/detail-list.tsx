import type { ReactNode } from "react";

/** Names and values of one thing, in reading order. */
export function DetailList({ children }: { children: ReactNode }) {
  return (
    <dl className="grid grid-cols-1 gap-x-6 gap-y-4 sm:grid-cols-[7.5rem_minmax(0,1fr)] sm:gap-y-3.5">
      {children}
    </dl>
  );
}

export function Detail({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="contents">
      <dt className="text-ink-faint text-sm leading-6 max-sm:-mb-3.5">{label}</dt>
      <dd className="min-w-0">{children}</dd>
    </div>
  );
}
