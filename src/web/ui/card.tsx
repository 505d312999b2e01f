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
