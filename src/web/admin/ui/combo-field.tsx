import { Combobox } from "@base-ui/react/combobox";
import { Check, ChevronDown, X } from "lucide-react";
import { type KeyboardEvent, type ReactNode, useId, useState } from "react";
import { flushSync } from "react-dom";
import { comparableText } from "#domain/lists/comparable-text.ts";
import { classNames, INPUT_CLASS } from "#web/lib/class-names.ts";

export type ComboChoice = { id: string; name: string; note?: string | null };

type ComboFieldProps = {
  label: ReactNode;
  /** Only screen readers announce the label. */
  isLabelHidden?: boolean;
  hint?: ReactNode;
  error?: string | undefined;
  value: ComboChoice | null;
  onChange: (choice: ComboChoice | null) => void;
  onBlur?: () => void;
  /** Undefined while they load. */
  choices: readonly ComboChoice[] | undefined;
  /** Called with the typed text if another place searches the choices. Otherwise the field filters them. */
  onSearch?: (typed: string) => void;
  /** Whether nothing is a choice too. */
  isClearable?: boolean;
  placeholder?: string;
  isDisabled?: boolean;
};

const ITEM =
  "flex min-h-9 cursor-default items-center gap-2 rounded-sm px-2.5 py-1.5 outline-none select-none " +
  "data-highlighted:bg-hover touch:min-h-11";
const END = "absolute inset-y-0 flex w-8 items-center justify-center text-ink-faint";

/** How many choices Page Up and Page Down jump. */
const PAGE_SIZE = 5;

/** A choice among many by typing (FORM-5): a menu of at most 300 and at least 140 pixels, five choices a page. */
export function ComboField(props: ComboFieldProps) {
  const { label, hint, error, value, onChange, choices, onSearch, placeholder = "Select..." } = props;
  const inputId = useId();
  const [typed, setTyped] = useState("");
  // A modal dialog is above the rest of the page, so its menu must be in the dialog.
  const [dialog, setDialog] = useState<HTMLElement | null>(null);
  const found = onSearch ? choices : choices && matching(choices, typed);
  const note = error ?? hint;

  function search(text: string) {
    setTyped(text);
    onSearch?.(text);
  }

  return (
    <Combobox.Root
      items={found ?? []}
      filter={null}
      value={value}
      onValueChange={onChange}
      itemToStringLabel={({ name }: ComboChoice) => name}
      isItemEqualToValue={(one: ComboChoice, other: ComboChoice) => one.id === other.id}
      onInputValueChange={(text, { reason }) => search(reason === "input-change" ? text : "")}
      disabled={props.isDisabled ?? false}
    >
      <div ref={(element) => setDialog(element?.closest("dialog") ?? null)}>
        <label
          htmlFor={inputId}
          className={props.isLabelHidden ? "sr-only" : "mb-1.5 block font-medium text-sm"}
        >
          {label}
        </label>
        <Combobox.InputGroup className="relative">
          <Combobox.Input
            id={inputId}
            dir="auto"
            placeholder={placeholder}
            aria-invalid={error ? true : undefined}
            aria-describedby={note ? `${inputId}-note` : undefined}
            className={classNames(INPUT_CLASS, "truncate", props.isClearable && value ? "pr-16" : "pr-9")}
            onKeyDown={jump}
            {...(props.onBlur && { onBlur: props.onBlur })}
          />
          {props.isClearable ? (
            <Combobox.Clear
              aria-label="Choose none"
              className={classNames(END, "right-8 rounded-sm hover:text-ink")}
            >
              <X aria-hidden="true" strokeWidth={1.75} className="size-4" />
            </Combobox.Clear>
          ) : null}
          <Combobox.Trigger
            aria-label="Show choices"
            className={classNames(END, "right-1 rounded-sm hover:text-ink")}
          >
            <ChevronDown aria-hidden="true" strokeWidth={1.5} className="size-4" />
          </Combobox.Trigger>
        </Combobox.InputGroup>
        {note ? (
          <p
            id={`${inputId}-note`}
            className={classNames("mt-1.5 text-sm", error ? "text-red-ink" : "text-ink-faint")}
          >
            {note}
          </p>
        ) : null}
      </div>
      <Choices dialog={dialog} isLoading={found === undefined} />
    </Combobox.Root>
  );
}

function Choices({ dialog, isLoading }: { dialog: HTMLElement | null; isLoading: boolean }) {
  return (
    <Combobox.Portal {...(dialog && { container: dialog })}>
      <Combobox.Positioner positionMethod="fixed" className="z-50 outline-none" sideOffset={4}>
        <Combobox.Popup className="w-[var(--anchor-width)] min-w-56 max-w-[var(--available-width)] rounded-md border border-line bg-raised text-ink shadow-float">
          <Combobox.Empty>
            <div className="flex min-h-[140px] items-center justify-center px-3 text-ink-soft text-sm empty:hidden">
              {isLoading ? "Loading..." : "No options"}
            </div>
          </Combobox.Empty>
          <Combobox.List className="max-h-[min(300px,var(--available-height))] overflow-y-auto overscroll-contain p-1 outline-none data-empty:p-0">
            {(choice: ComboChoice) => (
              <Combobox.Item key={choice.id} value={choice} className={ITEM}>
                <span dir="auto" className="min-w-0 flex-1 wrap-anywhere">
                  {choice.name}
                  {choice.note ? <span className="ml-2 text-ink-faint text-sm">{choice.note}</span> : null}
                </span>
                <Combobox.ItemIndicator>
                  <Check aria-hidden="true" strokeWidth={1.75} className="size-4 text-brand" />
                </Combobox.ItemIndicator>
              </Combobox.Item>
            )}
          </Combobox.List>
        </Combobox.Popup>
      </Combobox.Positioner>
    </Combobox.Portal>
  );
}

/** The choices with this text in name or note. */
export function matching(choices: readonly ComboChoice[], typed: string): readonly ComboChoice[] {
  const query = comparableText(typed.trim());
  if (query === "") return choices;
  return choices.filter(({ name, note }) => comparableText(`${name} ${note ?? ""}`).includes(query));
}

/** Page Up and Page Down go as far as five presses of an arrow, but not around the end. */
function jump(event: KeyboardEvent<HTMLInputElement>): void {
  const arrow = { PageDown: "ArrowDown", PageUp: "ArrowUp" }[event.key];
  const input = event.currentTarget;
  const list = document.getElementById(input.getAttribute("aria-controls") ?? "");
  if (!arrow || !list) return;
  event.preventDefault();
  const choices = [...list.querySelectorAll("[role=option]")];
  const at = choices.findIndex(({ id }) => id === input.getAttribute("aria-activedescendant"));
  const isDown = arrow === "ArrowDown";
  const room = isDown ? choices.length - 1 - at : at;
  for (let step = 0; step < Math.min(PAGE_SIZE, room); step += 1) {
    const press = new window.KeyboardEvent("keydown", { key: arrow, bubbles: true, cancelable: true });
    // Each step begins where the last one ended.
    flushSync(() => input.dispatchEvent(press));
  }
}
