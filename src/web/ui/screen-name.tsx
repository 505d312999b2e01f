import { useEffect, useState } from "react";
import { useLocation } from "react-router";

/** A screen names itself after it is there, and some only once they know what they show. */
const TOLD_AFTER_MS = 500;

/** Reads the name of a new screen aloud: nothing else tells a screen reader that a link has led somewhere. */
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
