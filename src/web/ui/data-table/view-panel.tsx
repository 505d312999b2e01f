import { Download, Printer } from "lucide-react";
import { type RefObject, useLayoutEffect, useRef } from "react";
import { closeWhenLeft, placeBelow } from "../popover.ts";
import type { DataTableColumn } from "./data-table-column.ts";

export type ViewPanelProps<Row> = {
  id: string;
  opener: RefObject<HTMLButtonElement | null>;
  columns: readonly DataTableColumn<Row>[];
  hidden: readonly string[];
  onToggle: (columnId: string) => void;
  /** Null: the person may not take the rows out. */
  exporting: Exporting | null;
};

export type Exporting = { download: () => void; print: () => void };

const LINE =
  "flex min-h-9 w-full items-center gap-2.5 rounded-sm px-2.5 text-left transition-colors hover:bg-hover touch:min-h-11";

const ACTIONS = [
  { name: "download", label: "Download CSV", Icon: Download },
  { name: "print", label: "Print", Icon: Printer },
] as const;

/** Chooses the visible columns and exports or prints the table; open when it mounts. */
export function ViewPanel<Row>({ id, opener, columns, hidden, onToggle, exporting }: ViewPanelProps<Row>) {
  const popover = useRef<HTMLDivElement>(null);
  const choosable = columns.filter((column) => !column.isControls);
  const shownCount = choosable.filter((column) => !hidden.includes(column.id)).length;
  useLayoutEffect(() => popover.current?.showPopover({ source: opener.current ?? undefined }), [opener]);

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only follows the controls in it
    <div
      ref={popover}
      id={id}
      popover="auto"
      className="absolute inset-auto m-0 min-w-52 rounded-lg border border-line bg-raised p-1 text-ink shadow-float"
      onBeforeToggle={() => placeBelow(opener.current, popover.current)}
      onBlur={closeWhenLeft}
    >
      <fieldset>
        <legend className="px-2.5 pt-2 pb-1 font-medium text-ink-faint text-sm">Columns</legend>
        {choosable.map((column) => {
          const isShown = !hidden.includes(column.id);
          return (
            <label key={column.id} className={LINE}>
              <input
                type="checkbox"
                className="size-4 accent-brand"
                checked={isShown}
                // The last visible column cannot be hidden.
                disabled={isShown && shownCount === 1}
                onChange={() => onToggle(column.id)}
              />
              {column.header}
            </label>
          );
        })}
      </fieldset>
      {exporting ? (
        <>
          <hr className="mx-2.5 my-1 border-line" />
          {ACTIONS.map(({ name, label, Icon }) => (
            <button
              key={name}
              type="button"
              className={LINE}
              onClick={() => {
                popover.current?.hidePopover();
                exporting[name]();
              }}
            >
              <Icon aria-hidden="true" strokeWidth={1.5} className="size-4 text-ink-faint" />
              {label}
            </button>
          ))}
        </>
      ) : null}
    </div>
  );
}
