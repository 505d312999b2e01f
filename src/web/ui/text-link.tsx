import { ArrowUpRight } from "lucide-react";
import type { ComponentProps, ReactNode } from "react";
import { classNames } from "#web/lib/class-names.ts";
import { Link } from "#web/lib/routing/link.tsx";

const LOOK =
  "rounded-sm font-medium text-brand underline decoration-brand/35 underline-offset-3 transition-colors hover:decoration-brand";

export function TextLink({ className, ...rest }: ComponentProps<typeof Link>) {
  return <Link className={classNames(LOOK, className)} {...rest} />;
}

/** Above the heading of a record: its list, and what leads to it from there. */
export function Crumbs({ to, label, children }: { to: string; label: string; children: ReactNode }) {
  return (
    <>
      <TextLink to={to}>{label}</TextLink>
      <span aria-hidden="true"> / </span>
      {children}
    </>
  );
}

/** A link that opens in a new tab, with a label for it. */
export function ExternalLink({ className, children, ...rest }: Omit<ComponentProps<"a">, "target" | "rel">) {
  return (
    <a className={classNames(LOOK, className)} target="_blank" rel="noopener noreferrer" {...rest}>
      {children}
      <ArrowUpRight aria-hidden="true" strokeWidth={1.75} className="mb-px ml-0.5 inline size-3.5" />
      <span className="sr-only"> (opens in a new tab)</span>
    </a>
  );
}
