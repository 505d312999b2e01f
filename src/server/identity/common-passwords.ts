import { dictionary } from "@zxcvbn-ts/language-common";
import { AppError } from "../app-error.ts";
import { SHORTEST_PASSWORD } from "./create-identity.ts";

const COMMON = new Set(
  dictionary["passwords-common"].filter((password) => password.length >= SHORTEST_PASSWORD),
);

const TOO_COMMON = "Many people use this password, so it is easy to guess";

/** Whether a password is among those that most people choose, in any case. */
export function isCommonPassword(password: string): boolean {
  return COMMON.has(password.toLowerCase());
}

/** Why a sign-in must not be created with this password. */
export function passwordProblems(password: string | null | undefined): { path: string; message: string }[] {
  return password && isCommonPassword(password) ? [{ path: "password", message: TOO_COMMON }] : [];
}

/** Throws AppError "invalid" for a common password. */
export function refuseCommonPassword(password: string): void {
  if (!isCommonPassword(password)) return;
  throw new AppError("invalid", `${TOO_COMMON}. Please choose another one.`, {
    reason: "common-password",
    issues: [{ path: "/password", message: TOO_COMMON }],
  });
}
