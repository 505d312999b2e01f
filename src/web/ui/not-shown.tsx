/** Shown instead of a hidden price. */
export function NotShown() {
  return <span className="font-normal text-base text-ink-soft">Not shown</span>;
}
