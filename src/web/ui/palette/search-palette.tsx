import { Clock } from "lucide-react";
import { useEffect, useState } from "react";
import type { Id } from "#domain/id.ts";
import { comparableText } from "#domain/lists/comparable-text.ts";
import {
  type HitPart,
  MAX_TYPED,
  SEARCH_KINDS,
  SEARCH_LABELS,
  type SearchHit,
  type SearchKind,
} from "#domain/search/search-hit.ts";
import { hasWords, typedWords, wordsOf } from "#domain/search/typed-words.ts";
import { untilConnected, useConnection } from "#web/lib/connection.ts";
import { type RecentItem, readRecent, rememberRecent } from "#web/lib/recent-items.ts";
import { Button } from "../button.tsx";
import { hitItem, KindIcon } from "./hit-item.tsx";
import { leadToText } from "./lead-to-text.ts";
import { type Command, commandItem, Palette, type PaletteGroup, type PaletteItem } from "./palette.tsx";

const PAUSE_MS = 100;

type Search = (q: string, signal: AbortSignal) => Promise<SearchHit[]>;

type TypedSearch = {
  /** The hits of the latest answer, which stay until the next one; null before the first. */
  hits: SearchHit[] | null;
  isBusy: boolean;
  hasFailed: boolean;
  retry: () => void;
};

type Answer = { q: string; attempt: number; hits: SearchHit[] | null; hasFailed: boolean };

const NOTHING: Answer = { q: "", attempt: 0, hits: null, hasFailed: false };

/** A debounced search: after a pause, the latest text only. `search` must be a stable function. */
function useTypedSearch(search: Search | null, q: string): TypedSearch {
  const [answer, setAnswer] = useState(NOTHING);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    if (search === null || q === "") return;
    const pending = new AbortController();
    const { signal } = pending;
    const show = (hits: SearchHit[] | null) => {
      if (!signal.aborted) setAnswer({ q, attempt, hits, hasFailed: hits === null });
    };
    const timer = setTimeout(() => void search(q, signal).then(show, () => show(null)), PAUSE_MS);
    return () => {
      clearTimeout(timer);
      pending.abort();
    };
  }, [search, q, attempt]);
  const isAnswered = answer.q === q && answer.attempt === attempt;
  return {
    hits: q === "" ? null : answer.hits,
    isBusy: search !== null && q !== "" && !isAnswered,
    hasFailed: answer.hasFailed && isAnswered,
    retry: () => setAttempt((before) => before + 1),
  };
}

type SearchPaletteProps = {
  /** Whose recent items this browser remembers: a person and, for clients, their organization. */
  owner: string;
  /** Null if there is nothing to search yet. The same function at each use. */
  search: Search | null;
  /** The searches of an input. */
  queryOf?: (typed: string) => string;
  /** The commands for a typed text and its hits; the palette leaves out those that do not have the typed words. */
  commandsOf: (typed: string, hits: readonly SearchHit[]) => readonly Command[];
  pathOf: (hit: SearchHit) => string;
  /** Where a part of a document's page is read, if its record is another screen. */
  partPathOf?: (id: Id, part: HitPart) => string;
  go: (path: string) => void;
  hint: string;
  /** What the field begins with. */
  begins: string;
  onClose: () => void;
};

/** The search of one side of the portal: records, recent items and commands. */
export function SearchPalette({
  owner,
  search,
  commandsOf,
  pathOf,
  go,
  partPathOf,
  begins,
  onClose,
  ...props
}: SearchPaletteProps) {
  const [typed, setTyped] = useState(begins);
  const q = (props.queryOf?.(typed) ?? typed).trim();
  const { hits, isBusy, hasFailed, retry } = useTypedSearch(search, q);
  const isLost = useConnection() !== "connected";
  const [recent] = useState(() => readRecent(owner));

  function open(hit: RecentItem, path = hit.path) {
    rememberRecent(owner, hit);
    onClose();
    go(path);
  }
  function openHit(hit: SearchHit) {
    const { kind, id, name, number, part } = hit;
    const item = { kind, path: pathOf(hit), name, number };
    open(item, part ? partPathOf?.(id, part) : undefined);
    if (part) leadToText(part.text);
  }
  const isAsTyped = q === typed.trim();
  // Until the next answer, only hits that also have what was typed since: Enter opens no other.
  const fitting = (hits ?? []).filter((hit) => !isBusy || hasWords(textOf(hit), typedWords(q)));
  const found = (isAsTyped ? groupHits(fitting) : []).map(
    ({ label, hits: own }: HitGroup): PaletteGroup => ({
      label,
      items: own.map((hit) => hitItem(hit, typed, () => openHit(hit))),
    }),
  );
  const commands = orderCommands(commandsOf(typed, fitting), typed).map((command) => ({
    command,
    item: commandItem(command, onClose),
  }));
  const begun = comparableText(typed.trim());
  const isFirst = ({ command }: (typeof commands)[number]) => comparableText(command.label).startsWith(begun);
  const groups = [
    begun === ""
      ? { label: "Recent", items: recent.map((one) => recentItem(one, () => open(one))) }
      : { label: "Commands", items: commands.filter(isFirst).map(({ item }) => item) },
    ...found,
    {
      label: begun !== "" && commands.some(isFirst) ? "More commands" : "Commands",
      items: commands.filter((one) => begun === "" || !isFirst(one)).map(({ item }) => item),
    },
  ].filter(({ items }) => items.length > 0);

  const count = groups.reduce((sum, { items }) => sum + items.length, 0);
  const state = q === "" || search === null ? "idle" : stateOf(isBusy, hasFailed, isLost);
  useEffect(() => {
    if (state !== "lost") return;
    let isGone = false;
    void untilConnected().then(() => isGone || retry());
    return () => {
      isGone = true;
    };
  });
  return (
    <Palette
      query={typed}
      onType={setTyped}
      maxLength={MAX_TYPED}
      groups={groups}
      isBusy={isBusy}
      status={
        STATUS[state] ?? (count === 0 ? "Nothing found" : `${count} ${count === 1 ? "result" : "results"}`)
      }
      message={<Message state={state} isEmpty={count === 0} typed={typed.trim()} retry={retry} />}
      hint={props.hint}
      onClose={onClose}
    />
  );
}

type State = "idle" | "lost" | "failed" | "busy" | "done";

function stateOf(isBusy: boolean, hasFailed: boolean, isLost: boolean): State {
  if (hasFailed) return isLost ? "lost" : "failed";
  return isBusy ? "busy" : "done";
}

const STATUS: Partial<Record<State, string>> = {
  idle: "",
  busy: "Searching",
  lost: "You're offline",
  failed: "The search didn't work",
};

type MessageProps = { state: State; isEmpty: boolean; typed: string; retry: () => void };

function Message({ state, isEmpty, typed, retry }: MessageProps) {
  if (state === "lost") return <Line>You're offline. The search continues when you are back online.</Line>;
  if (state === "failed") {
    return (
      <div className="palette-message">
        <p>The search didn't work. What you typed is still here.</p>
        <Button size="sm" onClick={retry}>
          Try again
        </Button>
      </div>
    );
  }
  if (!isEmpty) return null;
  if (state === "busy") return <Line>Searching…</Line>;
  if (typed === "") return null;
  return (
    <Line>
      <span>
        Nothing found for “<bdi>{typed}</bdi>”. Try fewer or shorter words.
      </span>
    </Line>
  );
}

function Line({ children }: { children: React.ReactNode }) {
  return <p className="palette-message">{children}</p>;
}

function textOf({ name, number, email, part }: SearchHit): string {
  return part ? part.text : `${name} ${number ?? ""} ${email ?? ""}`;
}

function recentItem({ kind, path, name, number }: RecentItem, onChoose: () => void): PaletteItem {
  return {
    id: `recent ${path}`,
    icon: kind in SEARCH_LABELS ? <KindIcon kind={kind as SearchKind} /> : <Clock strokeWidth={1.5} />,
    label: name,
    note: number,
    text: name,
    onChoose,
  };
}

type HitGroup = { label: string; hits: SearchHit[] };

/** The hits by kind, and last those inside pages. */
function groupHits(hits: readonly SearchHit[]): HitGroup[] {
  const named = SEARCH_KINDS.map((kind) => ({
    label: SEARCH_LABELS[kind],
    hits: hits.filter((hit) => hit.kind === kind && hit.part === null),
  }));
  const inPages = { label: "Inside documents", hits: hits.filter(({ part }) => part !== null) };
  return [...named, inPages].filter((group) => group.hits.length > 0);
}

type Named = { label: string; others?: string };

/** The commands that have all typed words. Those come first whose label has the last typed word sooner. */
export function orderCommands<One extends Named>(commands: readonly One[], typed: string): One[] {
  const words = typedWords(typed);
  const last = words.at(-1);
  const found = commands.filter(({ label, others = "" }) => hasWords(`${label} ${others}`, words));
  if (last === undefined) return found;
  const placeOf = ({ label }: Named) => {
    const place = wordsOf(label).findIndex((word) => word.startsWith(last));
    return place === -1 ? Number.POSITIVE_INFINITY : place;
  };
  return found
    .map((command) => ({ command, place: placeOf(command) }))
    .toSorted((one, other) => (one.place === other.place ? 0 : one.place - other.place))
    .map(({ command }) => command);
}
