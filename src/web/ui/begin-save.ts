import type { DefaultValues, FieldValues, UseFormReturn } from "react-hook-form";

type Open = { control: object; getValues: () => unknown };
type Form<Typed extends FieldValues> = Open & Pick<UseFormReturn<Typed>, "getValues" | "reset">;

/** What was in each form when its last save began, until it is saved. */
const sent = new WeakMap<object, string>();

/**
 * For a form that stays open: call it when a save begins, and what it returns with what was saved. What was typed in
 * between stays, as a change that is not saved yet. Returns whether the form shows what was saved.
 */
export function beginSave<Typed extends FieldValues>(form: Form<Typed>) {
  sent.set(form.control, JSON.stringify(form.getValues()));
  return (saved: DefaultValues<Typed>): boolean => {
    const isTypedOn = !isAsSent(form);
    sent.delete(form.control);
    const isShown = JSON.stringify(form.getValues()) === JSON.stringify(saved);
    form.reset(saved, {
      // Rows that are rendered again would lose the focus.
      keepValues: isTypedOn || isShown,
      keepErrors: isTypedOn,
      keepTouched: isTypedOn,
      keepIsSubmitted: isTypedOn,
    });
    return !isTypedOn;
  };
}

/** Whether a save has begun whose text is not known to be saved. */
export function isUnanswered({ control }: Pick<Open, "control">): boolean {
  return sent.has(control);
}

/** Whether nothing was typed since that save began. */
export function isAsSent({ control, getValues }: Open): boolean {
  return JSON.stringify(getValues()) === sent.get(control);
}
