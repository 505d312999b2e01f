import type { DefaultValues, FieldValues, UseFormReturn } from "react-hook-form";

type Form<Typed extends FieldValues> = Pick<UseFormReturn<Typed>, "getValues" | "reset">;

/**
 * For a form that stays open: call it when a save begins, and what it returns with what was saved. What was typed in
 * between stays, as a change that is not saved yet. Returns whether nothing was.
 */
export function beginSave<Typed extends FieldValues>({ getValues, reset }: Form<Typed>) {
  const sent = JSON.stringify(getValues());
  return (saved: DefaultValues<Typed>): boolean => {
    const isAsSent = JSON.stringify(getValues()) === sent;
    reset(saved, { keepValues: !isAsSent, keepDirtyValues: false });
    return isAsSent;
  };
}
