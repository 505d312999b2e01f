import type { ReactNode } from "react";

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
