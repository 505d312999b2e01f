import { useState } from "react";
import { type DefaultValues, type FieldValues, useForm } from "react-hook-form";
import { explain } from "./login-step.ts";

/** The form of one step: errors show once a field is touched, one message shows a failure, and typed text stays. */
export function useStepForm<Values extends FieldValues>(
  defaultValues: DefaultValues<Values>,
  send: (values: Values) => Promise<void>,
) {
  const form = useForm<Values>({ mode: "onTouched", defaultValues });
  const [failure, setFailure] = useState<string | null>(null);
  const submit = form.handleSubmit(async (values) => {
    setFailure(null);
    try {
      await send(values);
    } catch (error) {
      setFailure(explain(error));
    }
  });
  return {
    register: form.register,
    errors: form.formState.errors,
    isBusy: form.formState.isSubmitting,
    getValues: form.getValues,
    failure,
    setFailure,
    submit: (event: React.FormEvent) => void submit(event),
  };
}
