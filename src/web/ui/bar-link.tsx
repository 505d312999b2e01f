import { classNames } from "#web/lib/class-names.ts";
import { Link } from "#web/lib/routing/link.tsx";

/** A link in the top bar, marked if it leads to the current screen. */
export function BarLink({ to, isHere, children }: { to: string; isHere: boolean; children: string }) {
  return (
    <Link
      to={to}
      aria-current={isHere ? "page" : undefined}
      className={classNames(
        "relative flex h-9 items-center rounded-md px-3 whitespace-nowrap transition-colors touch:h-11",
        isHere
          ? "font-semibold text-ink after:absolute after:inset-x-3 after:-bottom-3.5 after:h-0.5 after:rounded-full after:bg-brand touch:after:-bottom-2.5"
          : "text-ink-soft hover:bg-hover hover:text-ink",
      )}
    >
      {children}
    </Link>
  );
}
