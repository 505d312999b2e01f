import { type ReactNode, useEffect, useRef } from "react";
import { classNames } from "#web/lib/class-names.ts";

type FloatingBarProps = { label: string; className: string; children: ReactNode };

/** Below it stays free as much as above it. */
const GAP_PX = 16;

/** What can be done with the chosen rows of a list, always in view. Rows that take the focus scroll clear of it. */
export function FloatingBar({ label, className, children }: FloatingBarProps) {
  const bar = useRef<HTMLElement>(null);
  useEffect(() => {
    const { style } = document.documentElement;
    const reserveSpace = () => {
      style.scrollPaddingBottom = `${(bar.current?.offsetHeight ?? 0) + 2 * GAP_PX}px`;
    };
    reserveSpace();
    document.activeElement?.scrollIntoView({ block: "nearest" });
    const watch = new ResizeObserver(reserveSpace);
    if (bar.current) watch.observe(bar.current);
    return () => {
      watch.disconnect();
      style.scrollPaddingBottom = "";
    };
  }, []);
  return (
    <section
      ref={bar}
      aria-label={label}
      className={classNames(
        "sticky low:static bottom-4 z-20 mt-4 rounded-lg border border-line bg-raised p-3 shadow-float",
        className,
      )}
    >
      {children}
    </section>
  );
}
