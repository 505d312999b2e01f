/** Whether the rule holds for an error or one of its causes. */
export function hasCause(error: unknown, rule: (cause: Error) => boolean): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) if (rule(cause)) return true;
  return false;
}

/** The code that Node or PostgreSQL gave an error. */
export function codeOf(error: Error): string {
  return String((error as NodeJS.ErrnoException).code ?? "");
}
