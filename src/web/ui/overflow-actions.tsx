import { ChevronDown } from "lucide-react";
import { type ReactNode, useId, useRef } from "react";
import { buttonClass } from "./button.tsx";
import { closeWhenLeft, placeBelow } from "./popover.ts";

/** The "More" menu of rare actions: inline on wide screens, and on phones below a button. */
export function OverflowActions({ children }: { children: ReactNode }) {
  const popoverId = useId();
  const opener = useRef<HTMLButtonElement>(null);
  const popover = useRef<HTMLDivElement>(null);

  return (
    <>
      <button
        ref={opener}
        type="button"
        popoverTarget={popoverId}
        className={buttonClass({ tone: "quiet" }, "sm:hidden")}
      >
        More
        <ChevronDown aria-hidden="true" strokeWidth={1.5} />
      </button>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it only follows the buttons in it */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: their keys click too */}
      <div
        ref={popover}
        id={popoverId}
        popover="auto"
        className="absolute inset-x-4! inset-y-auto m-0 w-auto rounded-lg border border-line bg-raised p-1 text-ink shadow-float sm:contents max-sm:[&>button]:w-full max-sm:[&>button]:justify-start max-sm:[&>button]:border-0"
        onBeforeToggle={() => placeBelow(opener.current, popover.current)}
        onBlur={closeWhenLeft}
        // The focus returns to the opener before a dialog stores where to return it.
        onClick={() => popover.current?.hidePopover()}
      >
        {children}
      </div>
    </>
  );
}
