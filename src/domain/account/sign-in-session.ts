import { z } from "zod";
import { Id } from "../id.ts";
import { Timestamp } from "../timestamp.ts";

/** A session lives for at most so many days, however often it is used. */
export const LONGEST_SESSION_DAYS = 30;

/** A browser or program in which a person is signed in. It never carries the session's token. */
export const SignInSession = z.strictObject({
  sessionId: Id,
  /** Whether the call came from this one. */
  isCurrent: z.boolean(),
  /** "Chrome on Windows"; null if it did not say. */
  browser: z.string().nullable(),
  ipAddress: z.string().nullable(),
  startedAt: Timestamp,
  /** To the day, because a session is renewed once a day. */
  lastUsedAt: Timestamp,
});
export type SignInSession = z.infer<typeof SignInSession>;
