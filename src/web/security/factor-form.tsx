import type { ReactNode } from "react";
import { Button } from "#web/ui/button.tsx";
import { RecordForm, useRecordForm } from "#web/ui/record-form.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import { CODE_FIELD, PASSWORD_FIELD } from "./sign-in-fields.ts";

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

const EMPTY: Typed = { password: "", code: "" };

/** The password and a code, with which the second factor is switched on and off. */
export function FactorForm({ action, failed, children, onSend, cancel }: FactorFormProps) {
  const form = useRecordForm({ values: EMPTY, hasGuard: false, save: onSend });
  return (
    <RecordForm form={form} failureTitle={failed} className="space-y-4 p-5">
      {children}
      <TextField
        {...PASSWORD_FIELD}
        form={form}
        name="password"
        rules={{ required: "Please enter your password" }}
      />
      <TextField
        {...CODE_FIELD}
        form={form}
        name="code"
        rules={{
          required: "Please enter the code that your app shows",
          maxLength: { value: 40, message: "Codes are shorter than this" },
        }}
      />
      <div className="flex flex-wrap justify-end gap-3">
        <Button onClick={cancel.onPress} disabled={form.isBusy}>
          {cancel.label}
        </Button>
        <Button tone="primary" type="submit" isBusy={form.isBusy}>
          {action}
        </Button>
      </div>
    </RecordForm>
  );
}
