import { ApiError } from "#web/lib/api-error.ts";

export type Step = "sign-in" | "sign-up" | "forgot-password" | "confirm-reset-password" | "verify-email";

/** What one step hands to the next: text that is typed once is not asked for again. */
export type LoginStep = { email: string; password: string; message: string | null };

export type StepProps = { typed: LoginStep; goTo: (step: Step, keep?: Partial<LoginStep>) => void };

/** Why the sign-in service said no, where it says so. */
export function refusalOf(error: unknown): string | undefined {
  const reason = error instanceof ApiError ? error.details.reason : undefined;
  return typeof reason === "string" ? reason : undefined;
}

/** What to tell a person about a step that failed. Whatever they typed stays where it is. */
export function explain(error: unknown): string {
  if (error instanceof ApiError && error.status < 500) return error.message;
  if (error instanceof ApiError) return "Something went wrong on our side. Please try again in a moment.";
  return "We could not reach the server. What you typed is still here: check your connection and try again.";
}

export const EMAIL_RULES = {
  required: "Please enter your email",
  pattern: { value: /^[^\s@]+@[^\s@]+\.[^\s@]+$/, message: "Please enter a valid email" },
};

/** The shortest password that the sign-in service takes. */
const SHORTEST_PASSWORD = 8;

export const NEW_PASSWORD_RULES = {
  required: "Please choose a password",
  minLength: { value: SHORTEST_PASSWORD, message: `Please use at least ${SHORTEST_PASSWORD} characters` },
  maxLength: { value: 128, message: "Please use at most 128 characters" },
};

export const CODE_RULES = {
  required: "Please enter the code from our mail",
  setValueAs: (value: string) => value.replace(/\s/g, ""),
};
