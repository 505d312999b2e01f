import type { FastifyError, FastifyReply, FastifyRequest } from "fastify";
import { hasZodFastifySchemaValidationErrors } from "fastify-type-provider-zod";
import { isBusy, tooBusy } from "../access/limiter.ts";
import { AppError, type ErrorCode, STATUS_BY_CODE } from "../app-error.ts";
import { codeOf, hasCause, hasEngineStopped, isDiskFull } from "../causes.ts";
import { isCancelled, isReadOnly, isUnreachable } from "../db/database-failure.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** With what the request failed, for those who count it. */
    failure?: AppError;
  }
}

/** The body of a failed call. Without `data`, so that no client takes the failure for a success. */
type ErrorBody = { error: { code: ErrorCode; message: string; details?: Record<string, unknown> } };

/** When to retry, if a failure has no time of its own. A database that restarts is back within seconds. */
const RETRY_AFTER_SECONDS: Partial<Record<ErrorCode, number>> = { unavailable: 5 };

/** Answers every failure of a request. */
export function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  void reply.send(toBody(prepareErrorReply(error, request, reply)));
}

/** Sets the answer's status and headers; the caller sends the body. Only the log has an unforeseen error's details. */
export function prepareErrorReply(error: unknown, request: FastifyRequest, reply: FastifyReply): AppError {
  const failure = toAppError(error, request);
  request.failure = failure;
  if (failure.code === "internal") request.log.error(error, "A request failed");
  else if (failure.code === "unavailable") request.log.warn(error, "A request could not be served now");
  else if (failure.cause !== undefined) request.log.error(failure.cause, "A request was refused");
  const retryAfter = failure.details?.retryAfterSeconds ?? RETRY_AFTER_SECONDS[failure.code];
  if (typeof retryAfter === "number") void reply.header("retry-after", String(retryAfter));
  void reply.header("cache-control", "no-store").status(STATUS_BY_CODE[failure.code]);
  return failure;
}

export function toBody(failure: AppError): ErrorBody {
  const { code, message, details } = failure;
  return { error: details ? { code, message, details } : { code, message } };
}

/** Failures that pass by themselves, or once an operator has done something, with the sentence for people. */
const UNAVAILABLE: readonly (readonly [isCause: (error: unknown) => boolean, message: string])[] = [
  [
    hasEngineStopped,
    "The portal's database has stopped, and the portal has to be started again. What was saved before is safe.",
  ],
  [isUnreachable, "The portal can't reach its database at the moment. Please try again soon."],
  [
    isCancelled,
    "The database ended this before it was done, so nothing was saved. Please try again in a few seconds.",
  ],
  [
    isDiskFull,
    "The server's disk is full, so nothing was saved. Please try again later; what was there before is safe.",
  ],
  [
    isReadOnly,
    "The portal's database can only be read at the moment, so nothing was saved. Please try again later; what was there before is safe.",
  ],
];

function toAppError(error: unknown, request: FastifyRequest): AppError {
  if (error instanceof AppError) return error;
  if (hasZodFastifySchemaValidationErrors(error)) return invalidFields(error.validation);
  const unavailable = UNAVAILABLE.find(([isCause]) => isCause(error));
  if (unavailable) return new AppError("unavailable", unavailable[1]);
  if (isBusy(error)) return tooBusy();
  if (hasCause(error, (cause) => UNSTORABLE_TEXT.test(codeOf(cause)))) return UNSTORABLE;
  const status = (error as Partial<FastifyError>)?.statusCode;
  if (status === 413) return tooLarge(request.routeOptions.bodyLimit);
  if (status !== undefined && status >= 400 && status < 500) return new AppError("invalid", describe(error));
  return new AppError("internal", "Something went wrong on our side. It has been noted; please try again.");
}

function tooLarge(limit: number): AppError {
  const most = limit < 1_000_000 ? `${limit / 1024} kB` : `${Math.round(limit / 1_000_000)} MB`;
  return new AppError(
    "too-large",
    `This request is larger than the portal accepts here (${most}), so nothing was saved.`,
  );
}

function describe(error: unknown): string {
  const code = (error as Partial<FastifyError>).code;
  if (code === "FST_ERR_CTP_INVALID_MEDIA_TYPE") return "Send the request's body as application/json.";
  if (code === "FST_ERR_CTP_EMPTY_JSON_BODY") return "The request's body is empty; JSON was expected.";
  if (code === "FST_ERR_CTP_INVALID_JSON_BODY") return "The request's body isn't JSON.";
  return "The request can't be read.";
}

/** A wrong body can have as many faults as values, and some repeat what was sent. */
const MAX_ISSUES = 50;
const MAX_ISSUE_LENGTH = 300;

function invalidFields(
  validation: readonly { instancePath: string; message?: string | undefined }[],
): AppError {
  const issues = validation.slice(0, MAX_ISSUES).map(({ instancePath, message }) => ({
    path: instancePath.slice(0, MAX_ISSUE_LENGTH),
    message: (message ?? "").slice(0, MAX_ISSUE_LENGTH),
  }));
  const first = issues[0];
  const place = first?.path ? ` (${first.path.slice(1)})` : "";
  return new AppError("invalid", `The request doesn't fit${place}: ${first?.message ?? "unknown field"}.`, {
    issues,
  });
}

/** PostgreSQL's codes for text that it cannot store: a NUL, a lone surrogate. */
const UNSTORABLE_TEXT = /^(22021|22P05)$/;

/** The error for text that no database stores, wherever it is found. */
export const UNSTORABLE = new AppError(
  "invalid",
  "The request has a character that can't be stored (NUL, or half of one). Please remove it.",
);
