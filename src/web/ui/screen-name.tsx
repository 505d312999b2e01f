import { useEffect, useState } from "react";
import { useLocation } from "#web/lib/routing/use-routing.ts";

/** A screen sets its title after it mounts, some only once their data has loaded. */
const TOLD_AFTER_MS = 500;

/** Announces the title of a new screen, because nothing else tells a screen reader that a link has worked. */
export function ScreenName() {
  const { pathname } = useLocation();
  const [name, setName] = useState("");
  const [firstPath] = useState(pathname);
  useEffect(() => {
    if (pathname === firstPath) return;
    const timer = setTimeout(() => setName(document.title), TOLD_AFTER_MS);
    return () => clearTimeout(timer);
  }, [pathname, firstPath]);
  return (
    <p aria-live="polite" className="sr-only">
      {name}
    </p>
  );
}
