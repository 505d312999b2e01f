import { type FieldValues, type UseFormReturn, useFormState } from "react-hook-form";
import { isAsSent, isUnanswered } from "./begin-save.ts";
import { KeepTyped } from "./keep-typed.tsx";

type KeepUnsavedProps<Typed extends FieldValues, Context, Sent> = {
  form: Pick<UseFormReturn<Typed, Context, Sent>, "control" | "getValues">;
};

/** KeepTyped for a form that stays open once it is saved. Whoever leaves during a save leaves once it has succeeded. */
export function KeepUnsaved<Typed extends FieldValues, Context, Sent>({
  form,
}: KeepUnsavedProps<Typed, Context, Sent>) {
  const { isDirty, isSubmitting } = useFormState({ control: form.control });
  return (
    <KeepTyped
      // While a save is under way, typing back to the text of before is a change too.
      isTyped={isDirty || (isSubmitting && isUnanswered(form))}
      isOnItsWay={() => isSubmitting && isAsSent(form)}
    />
  );
}
