import { Columns3 } from "lucide-react";
import { useId, useMemo, useRef, useState } from "react";
import { useIsHydrated } from "#web/lib/use-delayed.ts";
import { buttonClass } from "../button.tsx";
import { useFetchedPart } from "../use-fetched-part.ts";
import type { ViewPanelProps } from "./view-panel.tsx";

const loadPanel = async () => (await import("./view-panel.tsx")).ViewPanel;

type ViewPopoverProps<Row> = Omit<ViewPanelProps<Row>, "id" | "opener"> & { className: string };

/** Opens the choice of columns and the export, whose code is loaded on the first hover, focus or press. */
export function ViewPopover<Row>({ className, ...shown }: ViewPopoverProps<Row>) {
  const id = useId();
  const opener = useRef<HTMLButtonElement>(null);
  const { part: Panel, opener: reach, open } = useFetchedPart(loadPanel, "view");
  return (
    <>
      <button
        ref={opener}
        type="button"
        className={buttonClass({ size: "sm" }, className)}
        {...(Panel
          ? { popoverTarget: id }
          : { ...reach, "aria-expanded": false, onClick: () => void open() })}
      >
        <Columns3 aria-hidden="true" strokeWidth={1.5} />
        <span className="max-sm:sr-only">View</span>
      </button>
      {Panel ? <Panel id={id} opener={opener} {...shown} /> : null}
    </>
  );
}

/** The columns of this table that the person has hidden. The browser remembers them. */
export function useHiddenColumns(tableLabel: string) {
  const storageKey = `hiddenColumns:${tableLabel}`;
  const isHydrated = useIsHydrated();
  const stored = useMemo(() => (isHydrated ? read(storageKey) : []), [isHydrated, storageKey]);
  const [chosen, setChosen] = useState<string[] | null>(null);
  const hidden = chosen ?? stored;

  function toggle(columnId: string) {
    const next = hidden.includes(columnId) ? hidden.filter((id) => id !== columnId) : [...hidden, columnId];
    setChosen(next);
    try {
      localStorage.setItem(storageKey, JSON.stringify(next));
    } catch {
      // Without storage the columns are remembered until the page is left.
    }
  }

  return { hidden, toggle };
}

function read(storageKey: string): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storageKey) ?? "[]");
    return Array.isArray(stored) ? stored.filter((id) => typeof id === "string") : [];
  } catch {
    return [];
  }
}
