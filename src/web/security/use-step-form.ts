import { type ComponentProps, type FormEvent, useRef, useState } from "react";
import { explain } from "./login-step.ts";

type Mounted = { input: HTMLInputElement; rules: FieldRules };

/** What a field of a step's form needs of it. */
export type StepFieldProps = Pick<
  ComponentProps<"input">,
  "name" | "defaultValue" | "ref" | "onBlur" | "onChange"
> & { error: string | undefined };

/**
 * The form of one step. Typed text stays, also what was typed before the script had loaded, so the browser's own fields
 * hold the values: a library for forms would be an eighth of the sign-in's script.
 */
export function useStepForm<Values extends Record<string, string>>(
  defaultValues: Values,
  send: (values: Values) => Promise<void>,
) {
  type Name = keyof Values & string;
  const mounted = useRef(new Map<string, Mounted>());
  const touched = useRef(new Set<string>());
  const [errors, setErrors] = useState<Partial<Record<string, string | undefined>>>({});
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);

  /** Checks a field from now on, whenever it changes. */
  function check(name: string): string | undefined {
    const error = errorOf(mounted.current.get(name));
    touched.current.add(name);
    setErrors((now) => ({ ...now, [name]: error }));
    return error;
  }

  function field(name: Name, rules: FieldRules = {}): StepFieldProps {
    return {
      name,
      defaultValue: defaultValues[name],
      ref(input) {
        if (input) mounted.current.set(name, { input, rules });
        else mounted.current.delete(name);
      },
      // The error of an empty field would move the link below it, which is being pressed.
      onBlur: () => void (mounted.current.get(name)?.input.value !== "" && check(name)),
      onChange() {
        if (touched.current.has(name)) check(name);
      },
      error: errors[name],
    };
  }

  const typedIn = (name: string) => typedValue(mounted.current.get(name), defaultValues[name]);

  async function submit(): Promise<void> {
    const wrong = [...mounted.current.keys()].filter((name) => check(name) !== undefined);
    if (wrong[0] !== undefined) return mounted.current.get(wrong[0])?.input.focus();
    const values = Object.fromEntries(Object.keys(defaultValues).map((name) => [name, typedIn(name)]));
    setFailure(null);
    setIsBusy(true);
    setFailure(await send(values as Values).then(() => null, explain));
    setIsBusy(false);
  }

  return {
    field,
    isBusy,
    typedIn: (name: Name) => typedIn(name),
    failure,
    setFailure,
    submit(event: FormEvent) {
      event.preventDefault();
      void submit();
    },
  };
}

function errorOf(field: Mounted | undefined): string | undefined {
  return field && problemIn(field.input.value, field.rules);
}

function typedValue(field: Mounted | undefined, defaultValue = ""): string {
  const value = field?.input.value ?? defaultValue;
  return field?.rules.setValueAs?.(value) ?? value;
}

type Limit<Value> = { value: Value; message: string };

export type FieldRules = {
  required?: string;
  minLength?: Limit<number>;
  maxLength?: Limit<number>;
  /** The error of a text; null if it is valid. */
  findFault?: (text: string) => string | null;
  /** What counts of the typed text. */
  setValueAs?: (typed: string) => string;
};

/** The error of an input; undefined if it is valid. */
export function problemIn(typed: string, rules: FieldRules): string | undefined {
  const { required, minLength, maxLength, findFault } = rules;
  const text = rules.setValueAs?.(typed) ?? typed;
  if (text === "") return required;
  if (minLength && text.length < minLength.value) return minLength.message;
  if (maxLength && text.length > maxLength.value) return maxLength.message;
  return findFault?.(text) ?? undefined;
}
