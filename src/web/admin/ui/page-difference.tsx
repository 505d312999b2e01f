import { useMemo } from "react";
import type { TextPart } from "#domain/compare-texts.ts";
import { type BlockChange, comparePages } from "#domain/drafts/compare-pages.ts";
import type { PuckState } from "#domain/page/page.ts";
import type { DocumentWork } from "#domain/work-orders/document-work.ts";
import { classNames } from "#web/lib/class-names.ts";

type PageDifferenceProps = {
  before: PuckState;
  after: PuckState;
  /** The document's work orders, which a page names by their ids. */
  work: DocumentWork;
  /** The text to show if nothing differs. */
  same: string;
};

/** What changed from one page to another, block by block and word by word. */
export function PageDifference({ before, after, work, same }: PageDifferenceProps) {
  const changes = useMemo(() => {
    const names = new Map(work.workOrders.map(({ workOrderId, name }) => [workOrderId, name]));
    return comparePages(before, after, (id) => names.get(id) ?? "A work order that is gone");
  }, [before, after, work]);
  if (changes.length === 0) return <p className="text-ink-soft">{same}</p>;
  return (
    <>
      <p className="mb-3 text-ink-soft text-sm">{summaryOf(changes)}</p>
      <ol className="space-y-3">
        {changes.map((change) => (
          <Change key={change.blockId} change={change} />
        ))}
      </ol>
    </>
  );
}

const ACTIONS: Record<BlockChange["is"], { label: string; look: string }> = {
  added: { label: "Added", look: "bg-green-fill text-green-ink" },
  removed: { label: "Removed", look: "bg-red-fill text-red-ink" },
  changed: { label: "Changed", look: "bg-orange-fill text-orange-ink" },
  moved: { label: "Moved", look: "bg-grey-fill text-grey-ink" },
};

function ChangeLabel({ is }: Pick<BlockChange, "is">) {
  const { label, look } = ACTIONS[is];
  return <span className={classNames("rounded-sm px-1.5 py-0.5 font-medium text-xs", look)}>{label}</span>;
}

/** "2 added, 1 changed". */
function summaryOf(changes: readonly BlockChange[]): string {
  const counts = Map.groupBy(changes, ({ is }) => is);
  return (["added", "removed", "changed", "moved"] as const)
    .flatMap((is) => (counts.has(is) ? `${counts.get(is)?.length} ${is}` : []))
    .join(", ");
}

function Change({ change }: { change: BlockChange }) {
  const { is, isMoved, label, section, text, facts } = change;
  return (
    <li className="rounded-lg border border-line px-4 py-3">
      <p className="flex flex-wrap items-baseline gap-x-2 gap-y-1">
        <ChangeLabel is={is} />
        {is === "changed" && isMoved ? <ChangeLabel is="moved" /> : null}
        <span className="font-medium">{label}</span>
        {section === "" ? null : (
          <span dir="auto" className="wrap-anywhere text-ink-soft text-sm">
            in “{section}”
          </span>
        )}
      </p>
      {text === "" ? null : (
        <p dir="auto" className="wrap-anywhere mt-1.5 line-clamp-6 whitespace-pre-line">
          {is === "removed" ? <del className={REMOVED}>{text}</del> : <ins className={ADDED}>{text}</ins>}
        </p>
      )}
      {facts.length === 0 ? null : (
        <dl className="mt-1.5 space-y-1.5">
          {facts.map(({ label: field, words }) => (
            <div key={field}>
              <dt className="text-ink-faint text-sm">{field}</dt>
              <dd dir="auto" className="wrap-anywhere whitespace-pre-line">
                {words.length === 0 ? (
                  <span className="text-ink-soft">Looks different, with the same words.</span>
                ) : (
                  <Words words={words} />
                )}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </li>
  );
}

const ADDED = "rounded-xs bg-green-fill px-0.5 text-ink no-underline [del+&]:ml-0.5";
const REMOVED = "rounded-xs bg-red-fill px-0.5 text-ink";

/** Words with their difference marked. */
export function Words({ words }: { words: readonly TextPart[] }) {
  return words.map(({ text, kind }, at) => {
    const key = `${at} ${kind}`;
    if (kind === "same") return <span key={key}>{shortened(text, at === 0, at === words.length - 1)}</span>;
    const Tag = kind === "added" ? "ins" : "del";
    return (
      <Tag key={key} className={kind === "added" ? ADDED : REMOVED}>
        {text}
      </Tag>
    );
  });
}

/** How much of a long unchanged text is shown before and after a change. */
const CONTEXT_LENGTH = 120;

function shortened(text: string, isFirst: boolean, isLast: boolean): string {
  const start = isFirst ? "" : text.slice(0, CONTEXT_LENGTH);
  const end = isLast ? "" : text.slice(-CONTEXT_LENGTH);
  const isShort = start.length + end.length >= text.length || text.length <= CONTEXT_LENGTH;
  return isShort ? text : `${start} … ${end}`;
}
