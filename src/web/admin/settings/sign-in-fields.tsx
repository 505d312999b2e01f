import { useId } from "react";
import { useFormContext } from "react-hook-form";
import type { TypedSettings } from "#domain/settings/typed-settings.ts";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { SettingsSection } from "./settings-section.tsx";

/** How people sign in and accept. Organizations may ask more of theirs. */
export function SignInFields() {
  const problemId = useId();
  const { register, formState } = useFormContext<TypedSettings>();
  const problem = formState.errors.requiresFactor?.message;
  return (
    <SettingsSection
      title="Sign-in"
      text="A client can require both for their own organization, on their page “Permissions”."
    >
      <div>
        <Checkbox
          label="Your own people need a second factor"
          aria-invalid={problem ? true : undefined}
          aria-describedby={problemId}
          {...register("requiresFactor")}
        />
        <p
          id={problemId}
          role={problem ? "alert" : undefined}
          className={problem ? "pl-8 text-red-ink text-sm" : "pl-8 text-ink-faint text-sm"}
        >
          {problem ?? "Whoever has none is asked to switch one on, and can do nothing else until then."}
        </p>
      </div>
      <div>
        <Checkbox label="Ask clients again before they accept or sign" {...register("confirmsAcceptance")} />
        <p className="pl-8 text-ink-faint text-sm">
          For a passkey or a code of an app or, without either, their password.
        </p>
      </div>
    </SettingsSection>
  );
}
