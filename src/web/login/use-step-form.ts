import { useState } from "react";
import { type DefaultValues, type FieldValues, useForm } from "react-hook-form";
import { useIsHydrated } from "#web/lib/use-is-hydrated.ts";
import { explain } from "./login-step.ts";

/** The form of one step: errors show once a field is touched, one message shows a failure, and typed text stays. */
export function useStepForm<Values extends FieldValues>(
  defaultValues: DefaultValues<Values>,
  send: (values: Values) => Promise<void>,
) {
  const isHydrated = useIsHydrated();
  const [typed] = useState(() => (isHydrated ? {} : readTyped(defaultValues)));
  const form = useForm<Values>({ mode: "onTouched", defaultValues: { ...defaultValues, ...typed } });
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

/** What a person typed into the server's drawing of the form before its script was there. */
function readTyped<Values extends FieldValues>(
  defaultValues: DefaultValues<Values>,
): Partial<DefaultValues<Values>> {
  const typed = Object.keys(defaultValues).flatMap((name) => {
    const field = globalThis.document?.querySelector<HTMLInputElement>(`form [name="${name}"]`);
    return field?.value ? [[name, field.value]] : [];
  });
  return Object.fromEntries(typed) as Partial<DefaultValues<Values>>;
}
