import { EyeOff } from "lucide-react";

/** Marks a record that clients do not see yet. */
export function NotShownMark() {
  return (
    <span title="Clients do not see it yet" className="ml-2 inline-block align-[-2px] text-ink-faint">
      <EyeOff aria-hidden="true" strokeWidth={1.5} className="size-4" />
      <span className="sr-only">(not shown to the client)</span>
    </span>
  );
}
