import type {
  FieldError,
  FieldErrors,
  FieldValues,
  Path,
  RegisterOptions,
  UseFormRegister,
} from "react-hook-form";
import { get } from "react-hook-form";

/** What a form gives one of its fields: its registration and its error. */
export function fieldOf<Values extends FieldValues, Name extends Path<Values>>(
  register: UseFormRegister<Values>,
  errors: FieldErrors<Values>,
  name: Name,
  rules?: RegisterOptions<Values, Name>,
) {
  const error = get(errors, name) as FieldError | undefined;
  return { ...register(name, rules), error: error?.message };
}
