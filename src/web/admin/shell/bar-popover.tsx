import { ChevronDown } from "lucide-react";
import { type ReactNode, useId, useRef } from "react";
import { classNames } from "#web/lib/class-names.ts";
import { closeWhenLeft, placeBelow } from "#web/ui/popover.ts";

const TRIGGER =
  "flex min-h-9 touch:min-h-11 max-w-56 items-center gap-1 rounded-md px-3 transition-colors hover:bg-hover hover:text-ink";

export const POPOVER_ROW =
  "flex min-h-9 touch:min-h-11 w-full items-center rounded-sm px-2.5 text-left transition-colors hover:bg-hover aria-[current]:font-semibold";

type BarPopoverProps = { label: ReactNode; isHere?: boolean; children: ReactNode };

/** A button of the bar with rows below it. The browser's popover closes and returns the focus by itself. */
export function BarPopover({ label, isHere = false, children }: BarPopoverProps) {
  const popoverId = useId();
  const opener = useRef<HTMLButtonElement>(null);
  const popover = useRef<HTMLDivElement>(null);

  return (
    <>
      <button
        ref={opener}
        type="button"
        popoverTarget={popoverId}
        className={classNames(TRIGGER, isHere ? "font-semibold text-ink" : "text-ink-soft")}
      >
        {label}
        <ChevronDown aria-hidden="true" strokeWidth={1.5} className="size-4 shrink-0" />
      </button>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it only follows the controls in it */}
      <div
        ref={popover}
        id={popoverId}
        popover="auto"
        className="fixed inset-auto m-0 min-w-52 rounded-lg border border-line bg-raised p-1 text-ink shadow-float"
        onBeforeToggle={() => placeBelow(opener.current, popover.current, 0)}
        onBlur={closeWhenLeft}
      >
        {children}
      </div>
    </>
  );
}
