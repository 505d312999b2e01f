import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { readBounceReport, readSnsConfirmation } from "#domain/mail/bounce.ts";
import { AppError } from "../app-error.ts";
import type { Deps } from "../deps.ts";
import { SIGNED_IN_BODY_BYTES } from "../http/read-bodies.ts";
import { isSameSecret } from "../http/same-secret.ts";
import { withScope } from "../rls/scoped-db.ts";
import { recordBounce } from "./record-bounce.ts";

const PATH = "/api/webhooks/bounces";
/** The most mails of one report. SendGrid collects a thousand at most. */
const MAX_BOUNCES = 1000;

/**
 * Receives the reports of mail providers about returned mails, from those who know BOUNCE_TOKEN, as the password of a
 * sign-in in the address or as a bearer token. Without the variable there is no such route.
 */
export async function receiveBounces(app: FastifyInstance, deps: Deps): Promise<void> {
  const { bounceToken } = deps.env;
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    // Amazon sends JSON as plain text. The token is compared before a body is read.
    scope.addContentTypeParser("*", { parseAs: "string" }, (_request, text, done) => {
      try {
        done(null, JSON.parse(String(text)));
      } catch {
        done(new AppError("invalid", "This report isn't JSON."));
      }
    });
    scope.post(PATH, {
      schema: { hide: true },
      bodyLimit: SIGNED_IN_BODY_BYTES,
      onRequest: async (request, reply) => {
        if (bounceToken === null) throw NO_ROUTE;
        if (!isSameSecret(tokenOf(request), bounceToken)) throw refusal(reply);
      },
      handler: async (request, reply) => {
        const asPortal = withScope(deps, { role: "portal" });
        const confirmation = readSnsConfirmation(request.body);
        if (confirmation !== null)
          deps.log.warn({ confirmation }, "Open this address once, so that Amazon SNS reports bounces here");
        let recorded = 0;
        for (const bounce of readBounceReport(request.body).slice(0, MAX_BOUNCES))
          if (await recordBounce(asPortal, bounce)) recorded += 1;
        return reply.header("cache-control", "no-store").send({ data: { recorded } });
      },
    });
  });
}

/** Amazon sends the sign-in of the address only after it was asked for one. */
function refusal(reply: FastifyReply): AppError {
  void reply.header("www-authenticate", 'Basic realm="bounces"');
  return new AppError("unauthenticated", "The token of this webhook is missing or wrong.");
}

const NO_ROUTE = new AppError("not-found", `There is no POST ${PATH}.`);

function tokenOf({ headers: { authorization = "" } }: FastifyRequest): string {
  const [, scheme = "", value = ""] = /^(Basic|Bearer) +(\S+)$/i.exec(authorization) ?? [];
  if (scheme.toLowerCase() !== "basic") return value;
  const [, password = ""] = /^[^:]*:(.*)$/s.exec(Buffer.from(value, "base64").toString()) ?? [];
  return password;
}
