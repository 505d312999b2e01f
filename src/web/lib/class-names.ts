/** Joins the class names that apply. */
export function classNames(...names: (string | false | null | undefined)[]): string {
  return names.filter(Boolean).join(" ");
}

/** The look of everything that text is typed into. */
export const INPUT_CLASS =
  "h-10 w-full rounded-md border border-line-strong/70 bg-raised px-3 text-base text-ink transition-colors touch:h-12 touch:text-[1rem] " +
  "placeholder:text-ink-faint hover:border-line-strong aria-invalid:border-red-ink " +
  "disabled:cursor-not-allowed disabled:bg-sunken disabled:text-ink-soft";
