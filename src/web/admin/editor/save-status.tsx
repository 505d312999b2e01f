import type { SaveState } from "./autosave.ts";
import { useSaveState } from "./editing-context.ts";

/** Whether the page is saved, always in sight. */
export function SaveStatus({ isSignedOut }: { isSignedOut: boolean }) {
  const latest = useSaveState();
  // A save waits for the sign-in.
  const state: SaveState =
    isSignedOut && latest.kind === "saving" ? { kind: "failed", why: "You are signed out." } : latest;
  const isBad = state.kind === "failed" || state.kind === "closed" || state.kind === "conflict";
  return (
    <p
      role="status"
      data-save={state.kind}
      className={isBad ? "min-w-0 font-medium text-red-ink text-sm" : "text-ink-faint text-sm"}
    >
      {textOf(state)}
    </p>
  );
}

function textOf(state: SaveState): string {
  if (state.kind === "conflict") return "Not saved: somebody else has saved this page";
  if (state.kind === "failed" || state.kind === "closed") return `Not saved: ${state.why}`;
  return state.kind === "saved" ? "Saved" : "Saving…";
}
