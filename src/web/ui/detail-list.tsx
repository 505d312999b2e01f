import type { ReactNode } from "react";

export function DetailList({ children }: { children: ReactNode }) {
  return (
    <dl className="grid grid-cols-[6.5rem_minmax(0,1fr)] gap-x-4 gap-y-3.5 sm:grid-cols-[7.5rem_minmax(0,1fr)] sm:gap-x-6">
      {children}
    </dl>
  );
}

export function Detail({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="contents">
      <dt className="text-ink-faint text-sm leading-6">{label}</dt>
      <dd dir="auto" className="min-w-0">
        {children}
      </dd>
    </div>
  );
}
