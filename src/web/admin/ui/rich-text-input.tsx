import type { Editor } from "@tiptap/core";
import { type ReactNode, useEffect, useEffectEvent, useId, useRef, useState } from "react";
import { classNames, INPUT_CLASS } from "#web/lib/class-names.ts";
import { PROSE } from "#web/ui/rich-text.tsx";
import { useAnnouncer } from "./announcer.tsx";
import { RichTextBar } from "./rich-text-bar.tsx";
import { showText, startRichText, whenComposed } from "./text/text-editor.ts";
import { useLatest } from "./use-latest.ts";
import "./text/text-editor.css";

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

/** A text with paragraphs, marks, lists, quotes, links and tables, as HTML. */
export function RichTextInput(props: RichTextInputProps) {
  const { label, hint, error, value, onChange, onBlur, hasHeadings = false } = props;
  const id = useId();
  const textRef = useRef<HTMLDivElement>(null);
  const [editor, setEditor] = useState<Editor | null>(null);
  /** The text that the editor shows, in the form that it was stored or reported. */
  const shown = useRef(value);
  const note = error ?? hint;
  // The headings of the text come below it.
  const Label = hasHeadings ? "h2" : "p";

  const { announce, announcer } = useAnnouncer();
  const report = useLatest((html: string) => {
    shown.current = html;
    onChange(html);
  });
  const start = useEffectEvent((element: HTMLElement) => {
    shown.current = value;
    return startRichText({ element, html: value, hasHeadings, onChange: report, announce });
  });
  useEffect(() => {
    if (!textRef.current) return undefined;
    const started = start(textRef.current);
    setEditor(started);
    return () => started.destroy();
  }, []);
  const update = useEffectEvent(() => {
    if (!editor || shown.current === value) return;
    shown.current = value;
    showText(editor, value);
  });
  useEffect(() => {
    if (editor && shown.current !== value) whenComposed(editor, update);
  }, [editor, value]);

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
        <RichTextBar editor={editor} hasHeadings={hasHeadings} hasUndo />
        {/* biome-ignore lint/a11y/useSemanticElements: no other element holds formatted text */}
        <div
          ref={textRef}
          role="textbox"
          aria-multiline="true"
          aria-labelledby={`${id}-label`}
          aria-describedby={note ? `${id}-note` : undefined}
          aria-invalid={error ? true : undefined}
          tabIndex={0}
          dir="auto"
          className={classNames(
            PROSE,
            "[&_table]:block [&_table]:overflow-x-auto [&_tr:has(>:nth-child(4))>*]:min-w-[6em] min-h-32 max-w-none! rounded-b-md px-3 py-2.5 touch:text-[1rem]",
          )}
          onBlur={onBlur}
        />
      </div>
      {announcer}
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
