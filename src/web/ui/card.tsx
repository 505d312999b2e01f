import type { ComponentProps, ReactNode } from "react";
import { classNames } from "#web/lib/class-names.ts";

export function Card({ className, ...rest }: ComponentProps<"section">) {
  return <section className={classNames("rounded-lg border border-line bg-surface", className)} {...rest} />;
}

type CardHeadingProps = { id?: string; children: ReactNode; action?: ReactNode };

/** The heading of a card. Give the heading an id, and the card `aria-labelledby`. */
export function CardHeading({ id, children, action }: CardHeadingProps) {
  return (
    <div className="flex min-h-12 flex-wrap items-center justify-between gap-x-4 gap-y-1 border-line border-b px-5 py-2">
      <h2 id={id} className="font-semibold">
        {children}
      </h2>
      {action}
    </div>
  );
}

type EmptyStateProps = { title: string; children?: ReactNode; action?: ReactNode };

export function EmptyState({ title, children, action }: EmptyStateProps) {
  return (
    <div className="flex flex-col items-center px-4 py-10 text-center">
      <p className="font-semibold">{title}</p>
      {children ? <p className="mt-1 max-w-[46ch] text-pretty text-ink-soft">{children}</p> : null}
      {action ? <div className="mt-4">{action}</div> : null}
    </div>
  );
}
