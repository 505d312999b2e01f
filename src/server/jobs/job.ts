import type { z } from "zod";
import type { Job } from "../deps.ts";

/** A failure that takes nothing from anybody: the queue tries the job again, and only the debug log tells. */
export class QuietFailure extends Error {
  override name = "QuietFailure";
}

/**
 * A job cannot be done until the operator puts something right. It is tried again every minute, is never given up, and
 * only the debug log tells of each try.
 */
export class NotReady extends QuietFailure {
  override name = "NotReady";
}

export function defineJob<Payload extends z.ZodType>(job: Job<Payload>): Job<Payload> {
  return job;
}
