import type { FastifyRequest } from "fastify";
import { z } from "zod";
import type { Call } from "#contract/call.ts";
import type { AnyCaller } from "../access/gates.ts";
import { hashRequest, type KeyedRequest, readIdempotencyKey } from "../access/idempotency.ts";
import type { Deps } from "../deps.ts";
import { networkOf } from "./rate-limit.ts";

/** The key in the API's documentation; all other headers pass. */
export const KEYED_HEADERS = z.looseObject({
  "idempotency-key": z
    .string()
    .optional()
    .describe(
      "The same request with the same key is carried out once and answered alike for 24 hours; " +
        "with another body it is refused (422). 1 to 255 visible ASCII characters.",
    ),
});

/** The request with its idempotency key, or null without one. `sent`: its parameters and body. */
export function readKeyedRequest(
  deps: Pick<Deps, "secrets">,
  request: FastifyRequest,
  caller: AnyCaller,
  call: Pick<Call, "method" | "path">,
  sent: unknown,
): KeyedRequest | null {
  const key = readIdempotencyKey(request.headers["idempotency-key"]);
  if (key === null) return null;
  return {
    caller: nameOf(caller, request),
    call: `${call.method} ${call.path}`,
    key,
    requestHash: hashRequest(deps, sent),
  };
}

/** The owner of a key; the network for a public call, whose caller is unknown. */
function nameOf(caller: AnyCaller, { ip }: FastifyRequest): string {
  if (caller.who === "public") return `network ${networkOf(ip)}`;
  const organization = "organizationId" in caller ? ` for ${caller.organizationId}` : "";
  return `person ${caller.userProfileId ?? caller.authUserId}${organization}`;
}
