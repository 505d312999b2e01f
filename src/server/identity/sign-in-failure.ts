import type { APIError } from "better-auth/api";
import { AppError } from "../app-error.ts";

// Our messages for the library's refusals. Answers that could reveal an account are equal.

export const WRONG_CODE = new AppError(
  "invalid",
  "This code is wrong or no longer valid. Please ask for a new one.",
  { reason: "wrong-code" },
);
export const WRONG_CREDENTIALS = new AppError("unauthenticated", "That email or password isn't right.", {
  reason: "wrong-credentials",
});
export const UNVERIFIED_EMAIL = new AppError("forbidden", "Please verify your email address first.", {
  reason: "email-not-verified",
});
export const SIGNED_OUT = new AppError(
  "unauthenticated",
  "You aren't signed in, or your sign-in has expired.",
);

const BY_CODE: Record<string, AppError> = {
  INVALID_OTP: WRONG_CODE,
  OTP_EXPIRED: WRONG_CODE,
  TOO_MANY_ATTEMPTS: WRONG_CODE,
  USER_NOT_FOUND: WRONG_CODE,
  INVALID_EMAIL_OR_PASSWORD: WRONG_CREDENTIALS,
  EMAIL_NOT_VERIFIED: UNVERIFIED_EMAIL,
  UNAUTHORIZED: SIGNED_OUT,
};

/** The error to answer in place of one of the sign-in library. */
export function refusalOf(error: APIError): Error {
  const { code = "" } = error.body ?? {};
  if (error.statusCode >= 500)
    return new Error(`The sign-in library failed with ${error.statusCode} ${code}`, { cause: error });
  return BY_CODE[code] ?? new AppError("invalid", "The request can't be read.");
}
