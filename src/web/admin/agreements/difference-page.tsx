import { useId, useMemo } from "react";
import { getDocumentVersion } from "#contract/admin/agreements.ts";
import {
  type ManagedGeneralDocument,
  SIGNATURE_TYPE_LABELS,
} from "#domain/agreements/managed-general-document.ts";
import { type DifferenceLine, textDifference } from "#domain/agreements/text-difference.ts";
import type { Id } from "#domain/id.ts";
import { classNames } from "#web/lib/class-names.ts";
import { useSearchParams } from "#web/lib/routing/use-routing.ts";
import { useCall } from "#web/lib/use-call.ts";
import { usePageTitle } from "#web/lib/use-page-title.ts";
import { Card } from "#web/ui/card.tsx";
import { fetchFailure } from "#web/ui/fetch-failure.tsx";
import { PageHeading } from "#web/ui/page-body.tsx";
import { RichText } from "#web/ui/rich-text.tsx";
import { SelectInput } from "#web/ui/select-input.tsx";
import { Loading, Skeleton } from "#web/ui/skeleton.tsx";
import { DocumentCrumbs, ManagedGeneralDocumentScreen } from "./managed-document.tsx";

const DRAFT = "draft";

/** /admin/general-documents/of/:generalDocumentId/difference?from=1&to=2. Of one version with itself: its text. */
export function DifferencePage() {
  return (
    <ManagedGeneralDocumentScreen>
      {(document) => <Difference document={document} />}
    </ManagedGeneralDocumentScreen>
  );
}

function Difference({ document }: { document: ManagedGeneralDocument }) {
  const { name, versions } = document;
  const [parameters, setParameters] = useSearchParams();
  const choices = [
    ...(document.draft ? [{ value: DRAFT, label: "Draft" }] : []),
    ...versions.map(({ version }) => ({ value: String(version), label: `Version ${version}` })),
  ];
  const chosenOr = (parameter: string, usual: string) => {
    const value = parameters.get(parameter);
    return choices.some((one) => one.value === value) && value !== null ? value : usual;
  };
  const to = chosenOr("to", choices[0]?.value ?? "1");
  const from = chosenOr("from", to);
  const labelOf = (value: string) => choices.find((one) => one.value === value)?.label ?? value;
  const title = from === to ? labelOf(to) : `${labelOf(from)} to ${labelOf(to).toLowerCase()}`;
  usePageTitle(`${title} of ${name}`);
  const before = useText(document, from);
  const after = useText(document, to);
  const failure =
    fetchFailure(before, "We were unable to fetch the text.") ??
    fetchFailure(after, "We were unable to fetch the text.");
  const choose = (parameter: string, value: string) =>
    setParameters({ from, to, [parameter]: value }, { replace: true });
  return (
    <article>
      <PageHeading eyebrow={<DocumentCrumbs document={document} />}>{title}</PageHeading>
      <div className="mb-6 grid max-w-md grid-cols-2 gap-4">
        <VersionChoice
          label="From"
          value={from}
          choices={choices}
          onChoose={(value) => choose("from", value)}
        />
        <VersionChoice label="To" value={to} choices={choices} onChoose={(value) => choose("to", value)} />
      </div>
      {before.data && after.data ? (
        <Card aria-label={title} className="px-5 py-6 sm:px-8">
          {from === to ? (
            <>
              <h2 className="mb-4 font-semibold text-xl">
                <bdi>{after.data.name}</bdi>
              </h2>
              <RichText html={after.data.richText} />
            </>
          ) : (
            <DifferenceText before={factsOf(before.data)} after={factsOf(after.data)} />
          )}
        </Card>
      ) : (
        (failure ?? (
          <Loading label="Loading the text">
            <Skeleton className="h-96 w-full rounded-lg" />
          </Loading>
        ))
      )}
    </article>
  );
}

type Text = Pick<NonNullable<ManagedGeneralDocument["draft"]>, "name" | "richText" | "signatureType">;

function factsOf({ name, richText, signatureType }: Text) {
  return { name, richText, signers: SIGNATURE_TYPE_LABELS[signatureType] };
}

function useText({ generalDocumentId, draft }: ManagedGeneralDocument, which: string) {
  const params: { id: Id; version: string } = { id: generalDocumentId, version: which };
  const version = useCall(getDocumentVersion, which === DRAFT ? null : { params });
  const data: Text | undefined = which === DRAFT ? (draft ?? undefined) : version.data;
  return { data, error: version.error, mutate: version.mutate };
}

type VersionChoiceProps = {
  label: string;
  value: string;
  choices: readonly { value: string; label: string }[];
  onChoose: (value: string) => void;
};

function VersionChoice({ label, value, choices, onChoose }: VersionChoiceProps) {
  const id = useId();
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block font-medium text-sm">
        {label}
      </label>
      <SelectInput id={id} value={value} onChange={(event) => onChoose(event.currentTarget.value)}>
        {choices.map((one) => (
          <option key={one.value} value={one.value}>
            {one.label}
          </option>
        ))}
      </SelectInput>
    </div>
  );
}

type Facts = { name: string; richText: string; signers: string };

/** How many unchanged lines are shown before and after a change; others are collapsed. */
const AROUND = 2;

/** What two versions have in common, and what was added and removed, as marked text. */
function DifferenceText({ before, after }: { before: Facts; after: Facts }) {
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
