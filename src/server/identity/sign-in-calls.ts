import { z } from "zod";
import { Email } from "#domain/account/user-profile.ts";
import { LONGEST_PASSWORD, SHORTEST_PASSWORD } from "./create-identity.ts";

/** The limits of attempts in a window, per account and per network address. */
export type Attempts = {
  name: string;
  perAccount: number;
  perAddress: number;
  windowSeconds: number;
  counts: "all" | "failed";
};

const SIGN_IN: Attempts = {
  name: "sign-in",
  perAccount: 10,
  perAddress: 60,
  windowSeconds: 10 * 60,
  counts: "failed",
};
const CODE_REQUEST: Attempts = {
  name: "code-request",
  perAccount: 5,
  perAddress: 20,
  windowSeconds: 60 * 60,
  counts: "all",
};
const CODE_USE: Attempts = { ...SIGN_IN, name: "code-use" };

/** A served call of the sign-in library; all its other calls answer 404. */
export type SignInCall = {
  method: "GET" | "POST";
  path: string;
  body?: z.ZodType<{ email: string }>;
  attempts?: Attempts;
  /** Every email gets the answer after the same time, so timing does not reveal accounts. */
  isEvenlyTimed?: true;
};

const email = Email.toLowerCase();
const otp = z.string().trim().min(1).max(20);

export const SIGN_IN_CALLS: readonly SignInCall[] = [
  {
    method: "POST",
    path: "/sign-in/email",
    body: z.object({
      email,
      password: z.string().min(1).max(LONGEST_PASSWORD),
      rememberMe: z.boolean().optional(),
    }),
    attempts: SIGN_IN,
  },
  { method: "GET", path: "/token" },
  { method: "GET", path: "/jwks" },
  { method: "POST", path: "/sign-out" },
  {
    method: "POST",
    path: "/email-otp/request-password-reset",
    body: z.object({ email }),
    attempts: CODE_REQUEST,
    isEvenlyTimed: true,
  },
  {
    method: "POST",
    path: "/email-otp/reset-password",
    body: z.object({ email, otp, password: z.string().min(SHORTEST_PASSWORD).max(LONGEST_PASSWORD) }),
    attempts: CODE_USE,
    isEvenlyTimed: true,
  },
  {
    method: "POST",
    path: "/email-otp/send-verification-otp",
    body: z.object({ email, type: z.literal("email-verification") }),
    attempts: CODE_REQUEST,
    isEvenlyTimed: true,
  },
  {
    method: "POST",
    path: "/email-otp/verify-email",
    body: z.object({ email, otp }),
    attempts: CODE_USE,
    isEvenlyTimed: true,
  },
];
