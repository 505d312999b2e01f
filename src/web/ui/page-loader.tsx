import { useState } from "react";
import { BRAND } from "#web/lib/brand.ts";
import { useIsLate } from "../lib/use-delayed.ts";
import { ProductLogo } from "./product-logo.tsx";

/** A shorter wait shows nothing, so that fast pages do not flicker (spec 1 section 9). */
const TEXT_AFTER_MS = 250;

export function PageLoader() {
  const [textAfterMs] = useState(restOfWait);
  const isLate = useIsLate(textAfterMs);
  return (
    <main className="flex min-h-dvh flex-col items-center justify-center p-8">
      <h1 className="sr-only">{BRAND.productName}</h1>
      <div role="status" className="flex flex-col items-center gap-4">
        {isLate ? (
          <>
            <div className="flex h-8 items-center">
              <ProductLogo />
            </div>
            <p className="text-ink-soft">Loading…</p>
          </>
        ) : (
          <span className="sr-only">Loading…</span>
        )}
      </div>
    </main>
  );
}

/** While the page shows its own "Loading…" (index.html), the wait is the one that began with the page. */
function restOfWait(): number {
  const isFirst = document.querySelector(".first-wait") !== null;
  return isFirst ? Math.max(0, TEXT_AFTER_MS - performance.now()) : TEXT_AFTER_MS;
}
