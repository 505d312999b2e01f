import { formatDateTime } from "#domain/format.ts";

/** One thing that happened to a document. `at` null: it did not happen, or is not recorded; `by` says which. */
export type TimelineStep = { label: string; at: Date | null; by: string | null };

/** What happened in the order of time. */
export function Timeline({ steps, timeZone }: { steps: readonly TimelineStep[]; timeZone: string }) {
  return (
    <ol className="cp-acceptance__timeline">
      {steps.map(({ label, at, by }) => (
        <li key={label}>
          <strong>{label}</strong>
          {at !== null && <span>{formatDateTime(at.toISOString(), timeZone)}</span>}
          {by !== null && (
            <span>
              <bdi>{by}</bdi>
            </span>
          )}
        </li>
      ))}
    </ol>
  );
}
