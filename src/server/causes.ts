/** Whether the rule holds for an error or one of its causes. */
export function hasCause(error: unknown, rule: (cause: Error) => boolean): boolean {
  return causesOf(error).some(rule);
}

/** The error and its causes, the first one first. */
export function causesOf(error: unknown): Error[] {
  return error instanceof Error ? [error, ...causesOf(error.cause)] : [];
}

/** The code that Node or PostgreSQL gave an error. */
export function codeOf(error: Error): string {
  return String((error as NodeJS.ErrnoException).code ?? "");
}
