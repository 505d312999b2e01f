import { findAccountEmailFault, findEmailFault } from "#domain/account/email-address.ts";
import { readCode } from "#domain/typed-code.ts";
import { ApiError } from "#web/lib/api-error.ts";
import { explainFormFailure } from "#web/lib/call.ts";

export type Step =
  | "sign-in"
  | "second-factor"
  | "sign-up"
  | "forgot-password"
  | "confirm-reset-password"
  | "verify-email";

/** Values that one step passes to the next, so that people type them once. */
export type LoginStep = { email: string; password: string; message: string | null };

export type StepProps = { typed: LoginStep; goTo: (step: Step, values?: Partial<LoginStep>) => void };

/** The sign-in service's reason for a refusal, if any. */
export function refusalOf(error: unknown): string | undefined {
  const reason = error instanceof ApiError ? error.details.reason : undefined;
  return typeof reason === "string" ? reason : undefined;
}

/** The message for a failed step. Typed text stays. */
export function explain(error: unknown): string {
  const isOurs = error instanceof ApiError && error.status >= 500 && refusalOf(error) !== "issuer-failed";
  return isOurs
    ? "Something went wrong on our side. Please try again in a moment."
    : explainFormFailure(error);
}

export const EMAIL_RULES = {
  required: "Please enter your email",
  findFault: (text: string) => findAccountEmailFault(text),
};

export const NEW_EMAIL_RULES = { ...EMAIL_RULES, findFault: (text: string) => findEmailFault(text) };

export const PASSWORD_RULES = { required: "Please enter your password" };

export const CODE_RULES = {
  required: "Please enter the code from our email",
  setValueAs: readCode,
};

export const FACTOR_CODE_RULES = {
  required: "Please enter the code of your app, or a backup code",
  maxLength: { value: 40, message: "Codes are shorter than this" },
  setValueAs: readCode,
};

export const NAME_RULES = {
  first: {
    required: "Please enter your first name",
    maxLength: { value: 100, message: "Please use at most 100 characters" },
  },
  last: {
    maxLength: { value: 100, message: "Please use at most 100 characters" },
  },
};
