import { ArrowUpRight } from "lucide-react";
import type { ComponentProps } from "react";
import { classNames } from "#web/lib/class-names.ts";
import { Link } from "#web/lib/routing/link.tsx";

const LOOK =
  "rounded-sm font-medium text-brand underline decoration-brand/35 underline-offset-3 transition-colors hover:decoration-brand";

export function TextLink({ className, ...rest }: ComponentProps<typeof Link>) {
  return <Link className={classNames(LOOK, className)} {...rest} />;
}

type ExternalLinkProps = Omit<ComponentProps<"a">, "target" | "rel">;

/** A link that opens in a new tab, with a label for it. */
export function ExternalLink({ className, children, ...rest }: ExternalLinkProps) {
  return (
    <a className={classNames(LOOK, className)} target="_blank" rel="noopener noreferrer" {...rest}>
      {children}
      <ArrowUpRight aria-hidden="true" strokeWidth={1.75} className="mb-px ml-0.5 inline size-3.5" />
      <span className="sr-only"> (opens in a new tab)</span>
    </a>
  );
}
