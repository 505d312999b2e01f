import { AppError } from "../app-error.ts";

// Our messages for the library's refusals. Answers that could reveal an account are equal.

export const WRONG_CODE = new AppError(
  "invalid",
  "This code is wrong or no longer valid. Please ask for a new one.",
  {
    reason: "wrong-code",
  },
);
const WRONG_CREDENTIALS = new AppError("unauthenticated", "That email or password isn't right.", {
  reason: "wrong-credentials",
});
export const UNVERIFIED_EMAIL = new AppError("forbidden", "Please verify your email address first.", {
  reason: "email-not-verified",
});
const SIGNED_OUT = new AppError("unauthenticated", "You are not signed in, or your sign-in has expired.");
export const FOREIGN_ORIGIN = new AppError(
  "forbidden",
  "Sign-in is only possible from the portal's own pages.",
  {
    reason: "foreign-origin",
  },
);

const BY_CODE: Record<string, AppError> = {
  INVALID_OTP: WRONG_CODE,
  OTP_EXPIRED: WRONG_CODE,
  TOO_MANY_ATTEMPTS: WRONG_CODE,
  USER_NOT_FOUND: WRONG_CODE,
  INVALID_EMAIL_OR_PASSWORD: WRONG_CREDENTIALS,
  EMAIL_NOT_VERIFIED: UNVERIFIED_EMAIL,
  INVALID_ORIGIN: FOREIGN_ORIGIN,
  MISSING_OR_NULL_ORIGIN: FOREIGN_ORIGIN,
  CROSS_SITE_NAVIGATION_LOGIN_BLOCKED: FOREIGN_ORIGIN,
  UNAUTHORIZED: SIGNED_OUT,
};

/** The AppError for a failed answer of the sign-in library. */
export async function readFailure(response: Response): Promise<AppError> {
  const body: unknown = await response.json().catch(() => null);
  const { code, message } = (body ?? {}) as { code?: string; message?: string };
  const known = code === undefined ? undefined : BY_CODE[code];
  if (known) return known;
  if (response.status === 404) return new AppError("not-found", "There is no such call.");
  if (response.status >= 500)
    throw new Error(`The sign-in library failed with ${response.status} ${code}: ${message}`);
  return new AppError("invalid", "The request cannot be read.");
}
