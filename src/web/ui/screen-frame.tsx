import { useEffect, useState } from "react";
import { classNames } from "#web/lib/class-names.ts";
import { useIsNavigating, useLocation } from "#web/lib/routing/use-routing.ts";

export function SkipLink() {
  return (
    <a
      href="#main"
      className="fixed top-2 left-2 z-50 -translate-y-16 rounded-md bg-brand px-4 py-2 font-medium text-on-brand focus:translate-y-0"
    >
      Skip to content
    </a>
  );
}

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

/** A screen sets its title after it mounts, some only once their data has loaded. */
const ANNOUNCE_DELAY_MS = 500;

/** Announces the title of a new screen, because screen readers get no other sign of a navigation. */
export function ScreenName() {
  const { pathname } = useLocation();
  const [name, setName] = useState("");
  const [firstPath] = useState(pathname);
  useEffect(() => {
    if (pathname === firstPath) return;
    const timer = setTimeout(() => setName(document.title), ANNOUNCE_DELAY_MS);
    return () => clearTimeout(timer);
  }, [pathname, firstPath]);
  return (
    <p aria-live="polite" className="sr-only">
      {name}
    </p>
  );
}
