import { type ReactNode, useState } from "react";
import { useForm } from "react-hook-form";
import { explainFormFailure } from "#web/lib/call.ts";
import { Button } from "#web/ui/button.tsx";
import { Field, PasswordField } from "#web/ui/field.tsx";
import { Notice } from "#web/ui/notice.tsx";

type Typed = { password: string; code: string };
/** The way out of the form. */
export type Cancel = { label: string; onPress: () => void };
type FactorFormProps = {
  action: string;
  /** The title of a failure. */
  failed: string;
  children: ReactNode;
  onSend: (typed: Typed) => Promise<void>;
  cancel: Cancel;
};

/** The password and a code, with which the second factor is switched on and off. */
export function FactorForm({ action, failed, children, onSend, cancel }: FactorFormProps) {
  const [failure, setFailure] = useState<string | null>(null);
  const { register, handleSubmit, formState } = useForm<Typed>({
    mode: "onTouched",
    defaultValues: { password: "", code: "" },
  });
  const { errors, isSubmitting } = formState;
  const submit = handleSubmit(async (typed) => {
    setFailure(null);
    try {
      await onSend(typed);
    } catch (error) {
      setFailure(explainFormFailure(error));
    }
  });
  return (
    <form noValidate className="space-y-4 p-5" onSubmit={(event) => void submit(event)}>
      {failure ? (
        <Notice tone="error" title={failed}>
          {failure}
        </Notice>
      ) : null}
      {children}
      <PasswordField
        label="Password"
        autoComplete="current-password"
        error={errors.password?.message}
        {...register("password", { required: "Please enter your password" })}
      />
      <Field
        label="Code"
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        className="tracking-[0.1em]"
        error={errors.code?.message}
        {...register("code", {
          required: "Please enter the code that your app shows",
          maxLength: { value: 40, message: "Codes are shorter than this" },
        })}
      />
      <div className="flex flex-wrap justify-end gap-3">
        <Button onClick={cancel.onPress} disabled={isSubmitting}>
          {cancel.label}
        </Button>
        <Button tone="primary" type="submit" isBusy={isSubmitting}>
          {action}
        </Button>
      </div>
    </form>
  );
}
