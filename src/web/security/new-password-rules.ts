import { MAX_PASSWORD_LENGTH, SHORTEST_PASSWORD } from "#domain/account/field-lengths.ts";

/** The rules of every field for a new password. */
export const NEW_PASSWORD_RULES = {
  required: "Please choose a password",
  minLength: { value: SHORTEST_PASSWORD, message: `Please use at least ${SHORTEST_PASSWORD} characters` },
  maxLength: { value: MAX_PASSWORD_LENGTH, message: `Please use at most ${MAX_PASSWORD_LENGTH} characters` },
};
