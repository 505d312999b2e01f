import { type FieldValues, type UseFormReturn, useFormState } from "react-hook-form";
import { isAsSent } from "./begin-save.ts";
import { KeepTyped } from "./keep-typed.tsx";

type KeepUnsavedProps<Typed extends FieldValues, Context, Sent> = {
  form: Pick<UseFormReturn<Typed, Context, Sent>, "control" | "getValues">;
};

/** KeepTyped for a form that stays open once it is saved: nobody is asked about what is on its way to the server. */
export function KeepUnsaved<Typed extends FieldValues, Context, Sent>({
  form,
}: KeepUnsavedProps<Typed, Context, Sent>) {
  const { isDirty, isSubmitting } = useFormState({ control: form.control });
  // While a save is under way, typing back to the text of before is a change too.
  return <KeepTyped isTyped={isDirty || isSubmitting} mayLeave={() => isSubmitting && isAsSent(form)} />;
}
