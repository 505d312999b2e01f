import { ChevronDown, ChevronUp, Search, X } from "lucide-react";
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from "react";
import { type FoundText, findInPage, replaceInPage } from "#domain/page/find-in-page.ts";
import { placesIn } from "#domain/page/find-in-text.ts";
import { INPUT_CLASS } from "#web/lib/class-names.ts";
import { Button, IconButton } from "#web/ui/button.tsx";
import { canvas, focusBlock } from "./canvas-focus.ts";
import { useEditing, useEditor } from "./editing-context.ts";
import { OPEN_FIND } from "./editor-keys.ts";
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
      <IconButton label="Find and replace" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
        <Search aria-hidden="true" strokeWidth={1.5} />
      </IconButton>
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
  const [done, setDone] = useState("");
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
    setDone("");
  }
  function replace(isChosen: (one: FoundText) => boolean): void {
    editing.drafts.flush();
    const isFree = (one: FoundText) => isChosen(one) && !editing.isFixed(one.blockId);
    const replaced = replaceInPage(editing.page, { query, replacement }, isFree);
    const locked = findInPage(editing.page, query).filter((one) => isChosen(one) && !isFree(one)).length;
    const times = replaced.matches === 1 ? "once" : `${replaced.matches} times`;
    const result =
      replaced.matches === 0
        ? "Nothing was replaced."
        : `Replaced ${times} in ${replaced.blocks === 1 ? "1 block" : `${replaced.blocks} blocks`}.`;
    const skipped = locked === 0 ? "" : ` ${locked} in locked blocks remained.`;
    const isDone =
      replaced.matches > 0 && editing.apply(replaced.page, editing.selectedIds, `Text replaced ${times}`);
    if (replaced.matches > 0 && !isDone) return;
    setDone(`${result}${skipped}`);
    announce(`${result}${skipped}`);
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
            setDone("");
          }}
          className={INPUT_CLASS}
        />
        <IconButton label="Previous" disabled={found.length === 0} onClick={() => go((place ?? 0) - 1)}>
          <ChevronUp aria-hidden="true" strokeWidth={1.5} />
        </IconButton>
        <IconButton
          label="Next"
          disabled={found.length === 0}
          onClick={() => go(place === null ? 0 : place + 1)}
        >
          <ChevronDown aria-hidden="true" strokeWidth={1.5} />
        </IconButton>
        <IconButton label="Close" onClick={onClose}>
          <X aria-hidden="true" strokeWidth={1.5} />
        </IconButton>
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
        {done || (query === "" ? "Finds words in all blocks of the page." : countText(found.length, place))}
      </p>
    </search>
  );
}

/** "2 of 7 found". */
function countText(count: number, place: number | null): string {
  if (count === 0) return "Not found";
  return `${place === null ? "" : `${place + 1} of `}${count} found`;
}

const NAME = "found";

type Highlights = { set(name: string, highlight: unknown): void; delete(name: string): void };
type Marking = Window & { CSS: { highlights?: Highlights }; Highlight?: new (...ranges: Range[]) => unknown };

/** Marks one match in a block on the canvas. Returns a function that removes the mark. */
function markFound(blockId: string, match: number, query: string): () => void {
  const frame = canvas();
  const view = frame?.defaultView as unknown as Marking | null;
  const block = frame && blockIn(frame, blockId);
  const ranges = block && view?.Highlight ? rangesIn(block, query) : [];
  const range = ranges[Math.min(match, ranges.length - 1)];
  if (view?.Highlight && range) {
    view.CSS.highlights?.set(NAME, new view.Highlight(range));
    const { top, bottom } = range.getBoundingClientRect();
    if (top < 0 || bottom > view.innerHeight)
      range.startContainer.parentElement?.scrollIntoView({ block: "center" });
  }
  return () => view?.CSS.highlights?.delete(NAME);
}

function rangesIn(block: HTMLElement, query: string): Range[] {
  const found: Range[] = [];
  const texts = block.ownerDocument.createTreeWalker(block, NodeFilter.SHOW_TEXT);
  const ownId = blockIdOf(block);
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    if (blockIdOf(text.parentElement) !== ownId) continue;
    for (const { start, end } of placesIn(text.nodeValue ?? "", query)) {
      const range = block.ownerDocument.createRange();
      range.setStart(text, start);
      range.setEnd(text, end);
      found.push(range);
    }
  }
  return found;
}
