import { ArrowDown, ArrowUp, Plus, Trash2 } from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";
import { Button, IconButton } from "#web/ui/button.tsx";
import { useEditor } from "../editing-context.ts";

type ListFieldProps = {
  label: string;
  value: readonly unknown[];
  newItem: unknown;
  onChange: (value: readonly unknown[]) => void;
  /** The controls of one item. */
  children: (item: unknown, index: number, onChange: (changed: unknown) => void) => ReactNode;
};

/** A list with Add, Remove and a change of order (FORM-4). */
export function ListField({ label, value, newItem, onChange, children }: ListFieldProps) {
  const { announce } = useEditor();
  const frame = useRef<HTMLFieldSetElement>(null);
  const isAdded = useRef(false);
  // The next key already writes into the new item, whose formatted text is mounted by an effect of its own.
  useEffect(() => {
    if (!isAdded.current) return;
    isAdded.current = false;
    const item = frame.current?.querySelectorAll<HTMLElement>("[data-item]").item(value.length - 1);
    item?.querySelector<HTMLElement>("textarea, input, [contenteditable]")?.focus();
  }, [value.length]);

  function add() {
    isAdded.current = true;
    onChange([...value, newItem]);
    announce(`Item ${value.length + 1} added`);
  }
  function remove(index: number) {
    onChange(value.toSpliced(index, 1));
    announce(`Item ${index + 1} removed`);
    frame.current?.querySelector<HTMLElement>("[data-add]")?.focus();
  }
  function move(index: number, by: 1 | -1) {
    onChange(value.toSpliced(index, 1).toSpliced(index + by, 0, value[index]));
    announce(`Moved to ${index + by + 1} of ${value.length}`);
  }

  return (
    <fieldset ref={frame} className="min-w-0">
      <legend className="mb-2 font-medium text-sm">{label}</legend>
      {value.length === 0 ? <p className="mb-2 text-ink-faint text-sm">There are none yet.</p> : null}
      <ol className="space-y-3">
        {value.map((item, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: items have no id, and two may read the same
          <li key={index} data-item className="rounded-md border border-line bg-paper p-3">
            <div className="mb-2 flex items-center">
              <span className="flex-1 text-ink-faint text-xs">{index + 1}</span>
              <MoveButtons
                name={`item ${index + 1}`}
                index={index}
                count={value.length}
                onMove={(by) => move(index, by)}
              />
              <IconButton
                label={`Remove item ${index + 1}`}
                Icon={Trash2}
                className={SMALL}
                onClick={() => remove(index)}
              />
            </div>
            <div className="space-y-3">
              {children(item, index, (changed) => onChange(value.with(index, changed)))}
            </div>
          </li>
        ))}
      </ol>
      <Button data-add size="sm" className="mt-2" icon={<Plus aria-hidden="true" />} onClick={add}>
        Add
      </Button>
    </fieldset>
  );
}

const SMALL = "size-7! touch:size-11!";

type MoveButtonsProps = { name: string; index: number; count: number; onMove: (by: 1 | -1) => void };

/** The buttons that move an item of a list up and down. */
export function MoveButtons({ name, index, count, onMove }: MoveButtonsProps) {
  return (
    <>
      <IconButton
        label={`Move ${name} up`}
        Icon={ArrowUp}
        disabled={index === 0}
        className={SMALL}
        onClick={() => onMove(-1)}
      />
      <IconButton
        label={`Move ${name} down`}
        Icon={ArrowDown}
        disabled={index === count - 1}
        className={SMALL}
        onClick={() => onMove(1)}
      />
    </>
  );
}
