import { useMemo } from "react";
import { type DifferenceLine, textDifference } from "#domain/agreements/text-difference.ts";
import { classNames } from "#web/lib/class-names.ts";

type Facts = { name: string; richText: string; signers: string };

/** So many unchanged lines stand before and after a change; more of them are folded. */
const AROUND = 2;

/** What two versions have in common, and what was added and removed, as marked text. */
export function DifferenceText({ before, after }: { before: Facts; after: Facts }) {
  const lines = useMemo(
    () => textDifference(before.richText, after.richText),
    [before.richText, after.richText],
  );
  const facts = [
    ...(before.name === after.name ? [] : [`The title changed from “${before.name}” to “${after.name}”.`]),
    ...(before.signers === after.signers
      ? []
      : [`Who signs changed from “${before.signers}” to “${after.signers}”.`]),
  ];
  const isSame = lines.every(({ kind }) => kind === "same");
  return (
    <>
      {facts.map((fact) => (
        <p key={fact} dir="auto" className="mb-4 font-medium">
          {fact}
        </p>
      ))}
      <p className="mb-5 text-ink-soft text-sm">{isSame ? describeFormatting(before, after) : <Legend />}</p>
      <div className="max-w-[72ch] space-y-2">
        {fold(lines).map((part) =>
          "folded" in part ? (
            <details key={part.at} className="text-ink-soft">
              <summary className="cursor-pointer py-1 text-sm">
                {part.folded.length === 1
                  ? "1 unchanged paragraph"
                  : `${part.folded.length} unchanged paragraphs`}
              </summary>
              <div className="mt-2 space-y-2">
                {part.folded.map(({ at, line }) => (
                  <Line key={at} line={line} />
                ))}
              </div>
            </details>
          ) : (
            <Line key={part.at} line={part.line} />
          ),
        )}
      </div>
    </>
  );
}

function describeFormatting(before: Facts, after: Facts): string {
  return before.richText === after.richText
    ? "The text is the same."
    : "The words are the same. Only their formatting changed.";
}

function Legend() {
  return (
    <>
      <ins className={MARKS.added}>Added</ins> and <del className={MARKS.removed}>removed</del> words are
      marked.
    </>
  );
}

const MARKS = {
  added: "rounded-xs bg-green-fill px-0.5 text-green-ink underline decoration-1 underline-offset-3",
  removed: "rounded-xs bg-red-fill px-0.5 text-red-ink line-through",
};

const EDGES: Record<DifferenceLine["kind"], string> = {
  same: "border-transparent",
  changed: "border-orange-ink/50",
  added: "border-green-ink/60",
  removed: "border-red-ink/60",
};

function Line({ line: { kind, parts } }: { line: DifferenceLine }) {
  return (
    <p dir="auto" className={classNames("border-l-2 pl-3 wrap-anywhere", EDGES[kind])}>
      {parts.map((part, index) => {
        const key = `${index} ${part.kind}`;
        if (part.kind === "added") {
          return (
            <ins key={key} className={MARKS.added}>
              {part.text}
            </ins>
          );
        }
        if (part.kind === "removed") {
          return (
            <del key={key} className={MARKS.removed}>
              {part.text}
            </del>
          );
        }
        return <span key={key}>{part.text}</span>;
      })}
    </p>
  );
}

type Placed = { at: number; line: DifferenceLine };
type Folded = Placed | { at: number; folded: Placed[] };

/** Unchanged lines that are far from every change, folded together. */
function fold(lines: readonly DifferenceLine[]): Folded[] {
  const isNear = (at: number) =>
    lines.slice(Math.max(0, at - AROUND), at + AROUND + 1).some(({ kind }) => kind !== "same");
  const parts: Folded[] = [];
  for (const [at, line] of lines.entries()) {
    const last = parts.at(-1);
    if (isNear(at)) parts.push({ at, line });
    else if (last && "folded" in last) last.folded.push({ at, line });
    else parts.push({ at, folded: [{ at, line }] });
  }
  return parts;
}
