/**
 * Puts the focus into the first wrong field of a form in the order of the screen, once React has marked them. The form
 * library knows no combo boxes, and would pass them over.
 */
export function focusFirstWrong(form: HTMLFormElement): void {
  requestAnimationFrame(() => form.querySelector<HTMLElement>("[aria-invalid=true]")?.focus());
}
