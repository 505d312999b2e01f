import { useEffect, useRef, useState } from "react";
import { useForm } from "react-hook-form";
import { changePassword, listSessions } from "#contract/security.ts";
import { SHORTEST_PASSWORD } from "#domain/account/field-lengths.ts";
import { call, explainFormFailure } from "#web/lib/call.ts";
import { fieldOf } from "#web/lib/field-of.ts";
import { useCached } from "#web/lib/use-call.ts";
import { Button } from "#web/ui/button.tsx";
import { Card, CardHeading } from "#web/ui/card.tsx";
import { PasswordField } from "#web/ui/field.tsx";
import { KeepTyped } from "#web/ui/keep-typed.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { showToast } from "#web/ui/toasts.tsx";
import { NEW_PASSWORD_RULES } from "./new-password-rules.ts";

const HEADING_ID = "password-heading";
const EMPTY = { currentPassword: "", newPassword: "" };

/** Changes the password, and with it signs all other browsers out. */
export function PasswordCard({ email }: { email: string }) {
  const [isOpen, setIsOpen] = useState(false);
  const wasOpen = useRef(false);
  // The form takes the focus with it when it closes. Once, because a later render must not take it from elsewhere.
  const keepFocus = (button: HTMLButtonElement | null) => {
    if (!button || !wasOpen.current) return;
    wasOpen.current = false;
    button.focus();
  };
  const open = () => {
    wasOpen.current = true;
    setIsOpen(true);
  };
  return (
    <Card aria-labelledby={HEADING_ID}>
      <CardHeading
        id={HEADING_ID}
        action={
          isOpen ? null : (
            <Button ref={keepFocus} onClick={open}>
              Change password
            </Button>
          )
        }
      >
        Password
      </CardHeading>
      {isOpen ? (
        <PasswordForm email={email} onClose={() => setIsOpen(false)} />
      ) : (
        <p className="p-5 text-ink-soft">
          If you change it, you stay signed in here and are signed out everywhere else.
        </p>
      )}
    </Card>
  );
}

function PasswordForm({ email, onClose }: { email: string; onClose: () => void }) {
  const cached = useCached();
  const [failure, setFailure] = useState<string | null>(null);
  const { register, handleSubmit, setFocus, formState } = useForm({
    mode: "onTouched",
    defaultValues: EMPTY,
  });
  const { errors, isDirty, isSubmitting } = formState;
  useEffect(() => setFocus("currentPassword"), [setFocus]);

  const submit = handleSubmit(async (typed) => {
    setFailure(null);
    try {
      await call(changePassword, { body: typed });
      showToast({ title: "Password changed", text: "All other browsers are signed out." });
      onClose();
      void cached.refetch(listSessions);
    } catch (error) {
      setFailure(explainFormFailure(error));
    }
  });

  return (
    <form noValidate className="space-y-4 p-5" onSubmit={(event) => void submit(event)}>
      <KeepTyped isTyped={isDirty && !isSubmitting} />
      {failure ? (
        <Notice tone="error" title="Your password was not changed">
          {failure}
        </Notice>
      ) : null}
      {/* Password managers keep the new password for this email. */}
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        label="Current password"
        autoComplete="current-password"
        error={errors.currentPassword?.message}
        {...register("currentPassword", { required: "Please enter your current password" })}
      />
      <PasswordField
        label="New password"
        autoComplete="new-password"
        hint={`At least ${SHORTEST_PASSWORD} characters`}
        {...fieldOf(register, errors, "newPassword", NEW_PASSWORD_RULES)}
      />
      <div className="flex flex-wrap justify-end gap-3">
        <Button onClick={onClose} disabled={isSubmitting}>
          Cancel
        </Button>
        <Button tone="primary" type="submit" isBusy={isSubmitting}>
          Change password
        </Button>
      </div>
    </form>
  );
}
