import type { FormEvent, ReactNode } from "react";
import { Exact } from "#blocks/exact.tsx";
import { BRAND } from "#web/lib/brand.ts";
import { Button } from "#web/ui/button.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { ProductLogo } from "#web/ui/product-logo.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import { EMAIL_FIELD } from "./sign-in-fields.ts";
import type { StepFieldProps } from "./use-step-form.ts";

/** Around every screen of the sign-in: the logo above its panel, and whose portal it is below. */
export function SignInScreen({ children }: { children: ReactNode }) {
  return (
    // What is added below, once it is loaded, moves nothing above it.
    <div className="flex min-h-dvh flex-col items-center px-4 py-8 sm:pt-[16vh] sm:pb-16">
      <div className="w-full max-w-104">
        <header className="mb-8 flex justify-center">
          <ProductLogo />
        </header>
        <main className="needs-script rounded-[14px] border border-line bg-surface p-6 sm:p-8">
          {children}
        </main>
        <footer className="mt-6 text-center text-ink-faint text-sm">
          <Exact>{BRAND.productName}</Exact>, the client portal of <Exact>{BRAND.companyName}</Exact>
        </footer>
      </div>
    </div>
  );
}

type StepFrameProps = {
  form: { failure: string | null; isBusy: boolean; submit: (event: FormEvent) => void };
  intro?: ReactNode;
  message?: string | null;
  /** The label of the button that submits. */
  action: string;
  children: ReactNode;
  /** Another way to sign in. */
  other?: ReactNode;
  /** Links to other steps. */
  footer?: ReactNode;
};

/** The common layout of all steps: sentence, message, fields, one button, other steps. */
export function StepFrame({ form, intro, message, action, children, other, footer }: StepFrameProps) {
  return (
    // With this method a form that is sent before its script has loaded sends nothing.
    <form method="dialog" noValidate onSubmit={form.submit} className="mt-2">
      {intro ? <p className="text-pretty text-ink-soft">{intro}</p> : null}
      {message && !form.failure ? (
        <Notice tone="success" className="mt-4">
          {message}
        </Notice>
      ) : null}
      {form.failure ? (
        <Notice tone="error" className="mt-4">
          {form.failure}
        </Notice>
      ) : null}
      <div className="mt-6 space-y-5">{children}</div>
      <Button type="submit" tone="primary" size="lg" isWide isBusy={form.isBusy} className="mt-6">
        {action}
      </Button>
      {other}
      {footer ? <div className="mt-5 flex flex-wrap justify-center gap-x-5 gap-y-2">{footer}</div> : null}
    </form>
  );
}

export function StepLink({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  return (
    <button
      type="button"
      onClick={onClick}
      className="min-h-6 rounded-sm font-medium text-brand underline decoration-brand/35 underline-offset-3 hover:decoration-brand touch:min-h-11"
    >
      {children}
    </button>
  );
}

export function EmailField(field: StepFieldProps & { readOnly?: boolean; className?: string }) {
  return <TextField {...EMAIL_FIELD} autoComplete="username" {...field} />;
}

export function NewPasswordField({ label, ...field }: StepFieldProps & { label: string }) {
  return (
    <TextField
      type="password"
      label={label}
      autoComplete="new-password"
      hint="At least 8 characters"
      {...field}
    />
  );
}

export function NameFields({ firstName, lastName }: { firstName: StepFieldProps; lastName: StepFieldProps }) {
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <TextField label="First name" autoComplete="given-name" {...firstName} />
      <TextField
        label="Last name"
        autoComplete="family-name"
        hint="Leave empty if you have one name"
        {...lastName}
      />
    </div>
  );
}
