import { classNames } from "#web/lib/class-names.ts";
import { useIsNavigating } from "#web/lib/routing/use-routing.ts";

/** Shows that a screen is loading, if it takes long enough to notice. */
export function ProgressLine() {
  const isOnItsWay = useIsNavigating();
  return (
    <div
      aria-hidden="true"
      className={classNames(
        "fixed inset-x-0 top-0 z-40 h-0.5 origin-left bg-brand transition-[opacity,scale] duration-1000 ease-out",
        isOnItsWay ? "scale-x-75 opacity-100 delay-100" : "scale-x-0 opacity-0 duration-0",
      )}
    />
  );
}
