import { Exact } from "#blocks/exact.tsx";
import { formatDollars } from "#domain/format.ts";

/** What payment plans invoice by themselves of an amount that is not invoiced. Shows nothing if that is nothing. */
export function PlannedText({ planned, of, className }: { planned: string; of: string; className: string }) {
  if (planned === "0.00") return null;
  return (
    <span className={className}>
      {planned === of ? (
        "Invoiced by payment plan"
      ) : (
        <>
          <Exact>{formatDollars(planned)}</Exact> of it by payment plan
        </>
      )}
    </span>
  );
}
