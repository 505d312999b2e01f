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

/** The error of an answer without `data`, also if the answer is the page of a proxy. */
export function apiErrorOf(status: number, answer: unknown): ApiError {
  const errorBody = isObject(answer) && isObject(answer.error) ? answer.error : answer;
  const { code, message, details } = isObject(errorBody) ? errorBody : {};
  return new ApiError(
    status,
    typeof code === "string" ? code : "unknown",
    typeof message === "string" ? message : describeStatus(status),
    isObject(details) ? details : {},
  );
}

/** Explains a status without a portal's message, which comes from a proxy in front. */
function describeStatus(status: number): string {
  if (status === 413)
    return "This is larger than the server in front of the portal accepts, so nothing was saved. Please ask the portal's operator to raise its limit.";
  if (isGatewayStatus(status))
    return "The portal didn't answer. Please try again in a minute: what it had received by then counts once.";
  return `The server answered ${status}.`;
}

/** Whether a proxy answered in place of the portal, which may have received the request. */
export function isUnanswered({ status, code }: ApiError): boolean {
  return code === "unknown" && isGatewayStatus(status);
}

/** The statuses of a proxy that reaches no portal. */
export function isGatewayStatus(status: number): boolean {
  return status >= 502 && status <= 504;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

export function isStatus(error: unknown, status: number): boolean {
  return error instanceof ApiError && error.status === status;
}

/** The message for a failed fetch. A conflict, such as changed evidence, shows the server's message. */
export function fetchFailureText(error: Error, otherwise: string): string {
  return isStatus(error, 409) ? error.message : otherwise;
}

/** The reason of a refusal that goes through once the person has seen its warning. */
export const WARNED = "letters-without-font";

/** The warning of such a refusal. The next try sends it along, to report that the screen showed it. */
export function warningOf(error: unknown): string | undefined {
  if (!(error instanceof ApiError) || error.details.reason !== WARNED) return undefined;
  return String(error.details.warning);
}
