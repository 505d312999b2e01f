/** Every way in which a call can fail, with its HTTP status. */
export const STATUS_BY_CODE = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  "not-found": 404,
  conflict: 409,
  "too-large": 413,
  unsupported: 415,
  unprocessable: 422,
  "rate-limited": 429,
  internal: 500,
  unavailable: 503,
} as const;

export type ErrorCode = keyof typeof STATUS_BY_CODE;

/** A failure: a code, a message for a person, details for a program, and a cause, which is only logged. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly details: Record<string, unknown> | undefined;

  constructor(code: ErrorCode, message: string, details?: Record<string, unknown>, options?: ErrorOptions) {
    super(message, options);
    this.name = "AppError";
    this.code = code;
    this.details = details;
  }
}

/** The error for a record that is not shown, because it differs from its evidence. */
export function evidenceError(message: string): AppError {
  return conflict("evidence-differs", message);
}

/** A conflict with its reason for programs. */
export function conflict(reason: string, message: string, details?: Record<string, unknown>): AppError {
  return new AppError("conflict", message, { reason, ...details });
}

/** Throws AppError "invalid" with the message of the first issue, if there is one. */
export function refuseIssues(issues: readonly { path: unknown; message: string }[]): void {
  const [first] = issues;
  if (!first) return;
  const named = issues.map(({ path, message }) => ({ path, message }));
  throw new AppError("invalid", `${first.message}. Nothing was saved.`, { issues: named });
}

/** The error for a change that began from what someone else has changed since. `now` is what there is by now. */
export function conflictError(what: string, now: Record<string, unknown> = {}): AppError {
  const message = `Someone else has changed ${what} in the meantime. Your change wasn't saved. Read the current version before you try again.`;
  return conflict("changed-meanwhile", message, now);
}
