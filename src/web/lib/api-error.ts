/** The server's error for a call that failed. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly details: Record<string, unknown>;

  constructor(status: number, code: string, message: string, details: Record<string, unknown> = {}) {
    super(message);
    this.name = "ApiError";
    this.status = status;
    this.code = code;
    this.details = details;
  }
}

/** The error of an answer without `data`, also if the answer has no readable error. */
export function apiErrorOf(status: number, answer: unknown): ApiError {
  const told = isObject(answer) && isObject(answer.error) ? answer.error : answer;
  if (!isObject(told)) return new ApiError(status, "unknown", `The server answered ${status}.`);
  const { code, message, details } = told;
  return new ApiError(
    status,
    typeof code === "string" ? code : "unknown",
    typeof message === "string" ? message : `The server answered ${status}.`,
    isObject(details) ? details : {},
  );
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

export function isStatus(error: unknown, status: number): boolean {
  return error instanceof ApiError && error.status === status;
}

/** What a person is told of a failed read. Who meets a conflict, such as changed evidence, reads the server's sentence. */
export function failedReadText(error: Error, otherwise: string): string {
  return isStatus(error, 409) ? error.message : otherwise;
}
