import { useEffect, useRef, useState } from "react";
import { changePassword, listSessions } from "#contract/security.ts";
import { SHORTEST_PASSWORD } from "#domain/account/field-lengths.ts";
import { call } from "#web/lib/call.ts";
import { useCached } from "#web/lib/use-call.ts";
import { Button } from "#web/ui/button.tsx";
import { Card, CardHeading } from "#web/ui/card.tsx";
import { RecordForm, useRecordForm } from "#web/ui/record-form.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import { showToast } from "#web/ui/toasts.tsx";
import { NEW_PASSWORD_RULES } from "./sign-in-fields.ts";

const HEADING_ID = "password-heading";
const EMPTY = { currentPassword: "", newPassword: "" };

/** Changes the password, and with it signs all other browsers out. */
export function PasswordCard({ email }: { email: string }) {
  const [isOpen, setIsOpen] = useState(false);
  const wasOpen = useRef(false);
  // The form takes the focus with it when it closes. Once, because a later render must not take it from elsewhere.
  const returnFocus = (button: HTMLButtonElement | null) => {
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
            <Button ref={returnFocus} onClick={open}>
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
        <p className="p-5 text-ink-soft">Changing your password signs you out on all other devices.</p>
      )}
    </Card>
  );
}

function PasswordForm({ email, onClose }: { email: string; onClose: () => void }) {
  const cached = useCached();
  const form = useRecordForm({
    values: EMPTY,
    async save(body) {
      await call(changePassword, { body });
      showToast({ title: "Password changed", text: "You're signed out on all other devices." });
      onClose();
      void cached.refetch(listSessions);
    },
  });
  const { setFocus } = form;
  useEffect(() => setFocus("currentPassword"), [setFocus]);

  return (
    <RecordForm form={form} failureTitle="Your password wasn't changed" className="space-y-4 p-5">
      {/* Password managers keep the new password for this email. */}
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <TextField
        label="Current password"
        type="password"
        autoComplete="current-password"
        form={form}
        name="currentPassword"
        rules={{ required: "Please enter your current password" }}
      />
      <TextField
        label="New password"
        type="password"
        autoComplete="new-password"
        hint={`At least ${SHORTEST_PASSWORD} characters`}
        form={form}
        name="newPassword"
        rules={NEW_PASSWORD_RULES}
      />
      <div className="flex flex-wrap justify-end gap-3">
        <Button onClick={onClose} disabled={form.isBusy}>
          Cancel
        </Button>
        <Button tone="primary" type="submit" isBusy={form.isBusy}>
          Change password
        </Button>
      </div>
    </RecordForm>
  );
}
