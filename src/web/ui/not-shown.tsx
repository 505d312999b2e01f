/** Stands where the company shows no price. */
export function NotShown() {
  return (
    <span className="font-normal text-base text-ink-soft">
      <span aria-hidden="true">– </span>Not shown
    </span>
  );
}
