import type { ReactNode } from "react";
import { classNames } from "#web/lib/class-names.ts";
import { useIsLate } from "../lib/use-delayed.ts";

/** A placeholder in the size of the coming content, so that nothing jumps. Set width and height by class. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={classNames(
        "block animate-pulse rounded-md bg-ink/8 motion-reduce:animate-none",
        className ?? "h-4 w-full",
      )}
    />
  );
}

type LoadingProps = {
  label: string;
  children?: ReactNode;
  className?: string;
  afterMs?: number;
  /** Whether the whole screen is loading, so that the label is its heading too. */
  isScreen?: boolean;
};

/** Wraps skeletons and names the loading content. With `afterMs` nothing shows before that time. */
export function Loading({ label, children, className, afterMs = 0, isScreen }: LoadingProps) {
  const isLate = useIsLate(afterMs);
  const Label = isScreen ? "h1" : "span";
  return (
    <div role="status" className={className}>
      <Label className="sr-only">{label}</Label>
      {isLate ? children : null}
    </div>
  );
}
