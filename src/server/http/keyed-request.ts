import type { FastifyRequest } from "fastify";
import { z } from "zod";
import type { Call } from "#contract/call.ts";
import type { AnyCaller } from "../access/gates.ts";
import { hashRequest, type KeyedRequest, readIdempotencyKey } from "../access/idempotency.ts";
import { networkOf } from "./rate-limit.ts";

/** How the key is described to programs; what else a request's headers say is let through. */
export const KEYED_HEADERS = z.looseObject({
  "idempotency-key": z
    .string()
    .optional()
    .describe(
      "The same request with the same key is carried out once and answered alike for 24 hours; " +
        "with another body it is refused (422). 1 to 255 visible ASCII characters.",
    ),
});

/** The request under its idempotency key, or null where it brings none. `sent`: all that it asks for. */
export function readKeyedRequest(
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
    requestHash: hashRequest(sent),
  };
}

/** Nobody is known behind a public call: its keys are those of the network that it comes from. */
function nameOf(caller: AnyCaller, { ip }: FastifyRequest): string {
  if (caller.who === "public") return `network ${networkOf(ip)}`;
  const organization = "organizationId" in caller ? ` for ${caller.organizationId}` : "";
  return `person ${caller.userProfileId ?? caller.authUserId}${organization}`;
}
