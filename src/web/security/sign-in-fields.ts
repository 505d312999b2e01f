import { MAX_PASSWORD_LENGTH, SHORTEST_PASSWORD } from "#domain/account/field-lengths.ts";

export const EMAIL_FIELD = {
  label: "Email",
  type: "email",
  inputMode: "email",
  autoCapitalize: "none",
  spellCheck: false,
} as const;

export const PASSWORD_FIELD = {
  label: "Password",
  type: "password",
  autoComplete: "current-password",
} as const;

/** The field for a mailed code, or one of an authenticator app or a backup code. Some have letters. */
export const CODE_FIELD = {
  label: "Code",
  autoComplete: "one-time-code",
  autoCapitalize: "none",
  spellCheck: false,
  className: "tracking-[0.1em]",
} as const;

/** The rules of every field for a new password. */
export const NEW_PASSWORD_RULES = {
  required: "Please choose a password",
  minLength: { value: SHORTEST_PASSWORD, message: `Please use at least ${SHORTEST_PASSWORD} characters` },
  maxLength: { value: MAX_PASSWORD_LENGTH, message: `Please use at most ${MAX_PASSWORD_LENGTH} characters` },
};
