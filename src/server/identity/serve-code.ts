import type { FastifyBaseLogger } from "fastify";
import { isLongCode } from "#domain/account/mailed-code.ts";
import type { Deps } from "../deps.ts";
import { areShortCodesVoid, countCodeRequest, countWrongCode } from "./code-limits.ts";
import type { Asker } from "./known-devices.ts";
import type { SignInCall } from "./sign-in-calls.ts";
import { WRONG_CODE } from "./sign-in-failure.ts";

type CodeCall = { asker: Asker; email: string; otp: string; log: FastifyBaseLogger };

/**
 * Serves a call that mails a code or uses one, within the limits of its email. A known browser has only its own. `serve`
 * gets the long code to mail, if it is to be one.
 */
export async function serveCode(
  deps: Deps,
  { mailedCode }: SignInCall,
  { asker, email, otp, log }: CodeCall,
  serve: (longCode: string | null) => Promise<Response>,
): Promise<Response> {
  if (mailedCode === undefined || asker.kind === "device") return serve(null);
  if (mailedCode === "use") return checkCode(deps, email, otp, serve);
  const mailed = await countCodeRequest(deps, "code-request", email);
  if (mailed !== null) return serve(mailed.longCode);
  log.info("No code was mailed: unknown browsers requested many for this email");
  return Response.json({ success: true });
}

async function checkCode(
  deps: Deps,
  email: string,
  otp: string,
  serve: (longCode: null) => Promise<Response>,
): Promise<Response> {
  if (!isLongCode(otp) && (await areShortCodesVoid(deps, email))) {
    await countWrongCode(deps, email);
    throw WRONG_CODE;
  }
  const response = await serve(null);
  if (!response.ok) await countWrongCode(deps, email);
  return response;
}
