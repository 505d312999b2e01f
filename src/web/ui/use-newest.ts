import { useEffect, useEffectEvent } from "react";
import type { DefaultValues, FieldValues, UseFormReturn } from "react-hook-form";

type Form<Typed extends FieldValues> = Pick<UseFormReturn<Typed>, "getValues" | "reset" | "formState">;

/** Shows what others change of the record in an open form, unless something is typed or being saved. Null: there is none yet. */
export function useNewest<Typed extends FieldValues>(
  { getValues, reset, formState }: Form<Typed>,
  newest: Typed | null,
  onShown?: () => void,
): void {
  const follow = useEffectEvent((text: string) => {
    if (newest === null || JSON.stringify(getValues()) === text) return;
    reset(newest as DefaultValues<Typed>);
    onShown?.();
  });
  const isTyped = formState.isDirty || formState.isSubmitting;
  const text = JSON.stringify(newest);
  useEffect(() => {
    if (!isTyped) follow(text);
  }, [isTyped, text]);
}
