import { type ClipboardEvent, type ReactNode, useEffect, useId, useRef } from "react";
import { pasteToHtml } from "#domain/page/paste-to-html.ts";
import { classNames } from "#web/lib/class-names.ts";
import { sanitiseHtml } from "#web/lib/sanitise-html.ts";
import { INPUT_CLASS } from "#web/ui/input-class.ts";
import { PROSE } from "#web/ui/rich-text.tsx";
import { reportPastedText } from "./report-paste.ts";
import { RichTextBar } from "./rich-text-bar.tsx";

type RichTextInputProps = {
  label: ReactNode;
  hint?: ReactNode;
  error?: string | undefined;
  value: string;
  onChange: (html: string) => void;
  onBlur?: () => void;
  /** Offers headings too. */
  hasHeadings?: boolean;
};

/** A text with paragraphs, bold and italic words, lists and links, as HTML. The browser brings undo and spelling. */
export function RichTextInput({
  label,
  hint,
  error,
  value,
  onChange,
  onBlur,
  hasHeadings = false,
}: RichTextInputProps) {
  const id = useId();
  const textRef = useRef<HTMLDivElement>(null);
  /** What the field holds, as it was told. */
  const held = useRef<string>(null);
  const note = error ?? hint;
  // The headings of the text come below it.
  const Label = hasHeadings ? "h2" : "p";

  useEffect(() => {
    document.execCommand("defaultParagraphSeparator", false, "p");
  }, []);
  useEffect(() => {
    if (textRef.current === null || held.current === value) return;
    held.current = value;
    textRef.current.innerHTML = sanitiseHtml(value);
  }, [value]);

  function tell() {
    const text = textRef.current;
    if (text === null) return;
    const isEmpty = (text.textContent ?? "").trim() === "";
    held.current = isEmpty ? "" : sanitiseHtml(text.innerHTML);
    onChange(held.current);
  }

  /** Text from elsewhere brings only what a description may hold. */
  function paste(event: ClipboardEvent) {
    event.preventDefault();
    const data = event.clipboardData;
    const pasted = { html: data.getData("text/html"), text: data.getData("text/plain") };
    const { html, report } = pasteToHtml(pasted, { hasHeadings });
    // One paragraph goes on in the line of the caret. Without any, the selected words stay.
    const [, words = html] = /^<p>((?:(?!<p>)[\s\S])*)<\/p>$/.exec(html) ?? [];
    if (words !== "") document.execCommand("insertHTML", false, sanitiseHtml(words));
    reportPastedText(report);
  }

  return (
    <div>
      <Label id={`${id}-label`} className="mb-1.5 font-medium text-sm">
        {label}
      </Label>
      <div
        className={classNames(
          INPUT_CLASS,
          "h-auto! p-0! focus-within:border-line-strong",
          error && "border-red-ink",
        )}
      >
        <RichTextBar textRef={textRef} onChange={tell} hasHeadings={hasHeadings} />
        {/* biome-ignore lint/a11y/useSemanticElements: no other element holds formatted text */}
        <div
          ref={textRef}
          role="textbox"
          aria-multiline="true"
          aria-labelledby={`${id}-label`}
          aria-describedby={note ? `${id}-note` : undefined}
          aria-invalid={error ? true : undefined}
          tabIndex={0}
          contentEditable
          suppressContentEditableWarning
          dir="auto"
          className={classNames(
            PROSE,
            "[&_table]:block [&_table]:overflow-x-auto [&_tr:has(>:nth-child(4))>*]:min-w-[6em] min-h-32 max-w-none! rounded-b-md px-3 py-2.5 touch:text-[1rem]",
          )}
          onInput={tell}
          onPaste={paste}
          onBlur={onBlur}
        />
      </div>
      {note ? (
        <p
          id={`${id}-note`}
          className={classNames("mt-1.5 text-sm", error ? "text-red-ink" : "text-ink-faint")}
        >
          {note}
        </p>
      ) : null}
    </div>
  );
}
