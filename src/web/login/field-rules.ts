type Limit<Value> = { value: Value; message: string };

export type FieldRules = {
  required?: string;
  minLength?: Limit<number>;
  maxLength?: Limit<number>;
  /** What is wrong with a text; null if nothing is. */
  findFault?: (text: string) => string | null;
  /** What counts of the typed text. */
  setValueAs?: (typed: string) => string;
};

/** What is wrong with a typed text; undefined if nothing is. */
export function problemIn(typed: string, rules: FieldRules): string | undefined {
  const { required, minLength, maxLength, findFault } = rules;
  const text = rules.setValueAs?.(typed) ?? typed;
  if (text === "") return required;
  if (minLength && text.length < minLength.value) return minLength.message;
  if (maxLength && text.length > maxLength.value) return maxLength.message;
  return findFault?.(text) ?? undefined;
}
