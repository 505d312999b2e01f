import { ChevronDown, ChevronUp, Search, X } from "lucide-react";
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from "react";
import { type FoundText, findInPage, replaceInPage } from "#domain/page/find-in-page.ts";
import { placesIn } from "#domain/page/find-in-text.ts";
import { INPUT_CLASS } from "#web/lib/class-names.ts";
import { Button, IconButton } from "#web/ui/button.tsx";
import { canvas, focusBlock } from "./canvas-focus.ts";
import { useEditing, useEditor } from "./editing-context.ts";
import { OPEN_FIND } from "./editor-keys.ts";
import { highlight, rangesIn } from "./highlights.ts";
import { blockIdOf, blockIn } from "./text-places.ts";

/** The button of find and replace, with its panel. Ctrl+Shift+F and Ctrl+H open it too; Ctrl+F is the browser's own. */
export function FindAndReplace() {
  const [isOpen, setIsOpen] = useState(false);
  const button = useRef<HTMLDivElement>(null);
  const { editing } = useEditor();
  useEffect(() => {
    const open = () => {
      setIsOpen(true);
      button.current?.querySelector<HTMLInputElement>("input")?.select();
    };
    document.addEventListener(OPEN_FIND, open);
    return () => document.removeEventListener(OPEN_FIND, open);
  }, []);
  function close() {
    setIsOpen(false);
    if (editing.selectedId === null) button.current?.querySelector("button")?.focus();
    else focusBlock(editing, editing.selectedId);
  }
  return (
    <div ref={button}>
      <IconButton
        label="Find and replace"
        Icon={Search}
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
      />
      {isOpen ? <FindPanel onClose={close} /> : null}
    </div>
  );
}

function FindPanel({ onClose }: { onClose: () => void }) {
  const { editing, announce } = useEditor();
  const page = useEditing((now) => now.page);
  const [query, setQuery] = useState("");
  const [replacement, setReplacement] = useState("");
  const [at, setAt] = useState<number | null>(null);
  /** The outcome of the last replacement. */
  const [result, setResult] = useState("");
  const input = useRef<HTMLInputElement>(null);
  const found = useMemo(() => findInPage(page, query), [page, query]);
  const place = at === null ? null : Math.min(at, found.length - 1);
  const current = place === null ? undefined : found[place];
  useEffect(() => input.current?.focus(), []);
  const { blockId, match } = current ?? {};
  useEffect(() => {
    if (blockId === undefined || match === undefined) return undefined;
    return markFound(blockId, match, query);
  }, [blockId, match, query]);

  function go(to: number): void {
    if (found.length === 0) return;
    const next = (to + found.length) % found.length;
    editing.select(found[next]?.blockId ?? null);
    announce(countText(found.length, next));
    setAt(next);
    setResult("");
  }
  function replace(isChosen: (one: FoundText) => boolean): void {
    editing.drafts.flush();
    const isFree = (one: FoundText) => isChosen(one) && !editing.isFixed(one.blockId);
    const { page: replaced, matches, blocks } = replaceInPage(editing.page, { query, replacement }, isFree);
    const locked = findInPage(editing.page, query).filter((one) => isChosen(one) && !isFree(one)).length;
    const times = matches === 1 ? "once" : `${matches} times`;
    if (matches > 0 && !editing.apply(replaced, editing.selectedIds, `Text replaced ${times}`)) return;
    const done = `Replaced ${times} in ${blocks === 1 ? "1 block" : `${blocks} blocks`}.`;
    const skipped = locked === 0 ? "" : ` ${locked} in locked blocks remained.`;
    const outcome = `${matches === 0 ? "Nothing was replaced." : done}${skipped}`;
    setResult(outcome);
    announce(outcome);
  }
  function press(event: KeyboardEvent): void {
    if (event.key === "Escape") onClose();
    if (event.key !== "Enter" || event.target !== input.current) return;
    event.preventDefault();
    go(at === null ? 0 : (place ?? 0) + (event.shiftKey ? -1 : 1));
  }
  return (
    <search
      data-fields
      aria-label="Find and replace"
      onKeyDown={press}
      className="absolute end-3 top-full z-30 mt-1 w-80 max-w-[calc(100%-1.5rem)] space-y-2 rounded-md border border-line bg-raised p-3 shadow-float lg:end-64 xl:end-80"
    >
      <div className="flex items-center gap-1">
        <input
          ref={input}
          type="text"
          aria-label="Find"
          placeholder="Find"
          value={query}
          onChange={(event) => {
            const { value } = event.currentTarget;
            setQuery(value);
            announce(value === "" ? "" : countText(findInPage(page, value).length, null));
            setAt(null);
            setResult("");
          }}
          className={INPUT_CLASS}
        />
        <IconButton
          label="Previous"
          Icon={ChevronUp}
          disabled={found.length === 0}
          onClick={() => go((place ?? 0) - 1)}
        />
        <IconButton
          label="Next"
          Icon={ChevronDown}
          disabled={found.length === 0}
          onClick={() => go(place === null ? 0 : place + 1)}
        />
        <IconButton label="Close" Icon={X} onClick={onClose} />
      </div>
      <input
        type="text"
        aria-label="Replace with"
        placeholder="Replace with"
        value={replacement}
        onChange={(event) => setReplacement(event.currentTarget.value)}
        className={INPUT_CLASS}
      />
      <div className="flex flex-wrap items-center gap-2">
        <Button
          size="sm"
          disabled={!current}
          onClick={() => current && replace((one) => one.blockId === blockId && one.match === match)}
        >
          Replace
        </Button>
        <Button size="sm" disabled={found.length === 0} onClick={() => replace(() => true)}>
          Replace all
        </Button>
      </div>
      <p className="text-ink-soft text-sm">
        {result || (query === "" ? "Finds words in all blocks of the page." : countText(found.length, place))}
      </p>
    </search>
  );
}

/** "2 of 7 found". */
function countText(count: number, place: number | null): string {
  if (count === 0) return "Not found";
  return `${place === null ? "" : `${place + 1} of `}${count} found`;
}

/** Marks one match in a block on the canvas. Returns a function that removes the mark. */
function markFound(blockId: string, match: number, query: string): () => void {
  const frame = canvas();
  const block = frame && blockIn(frame, blockId);
  const ranges = block
    ? rangesIn(block, (text, parent) => (blockIdOf(parent) === blockId ? placesIn(text, query) : []))
    : [];
  const range = ranges[Math.min(match, ranges.length - 1)];
  if (!frame || !range) return () => undefined;
  const { top, bottom } = range.getBoundingClientRect();
  if (top < 0 || bottom > (frame.defaultView?.innerHeight ?? 0))
    range.startContainer.parentElement?.scrollIntoView({ block: "center" });
  return highlight(frame, "found", [range]);
}
