import type { FastifyInstance } from "fastify";
import { isStorableJson } from "#domain/storable-text.ts";
import { AppError } from "../app-error.ts";
import { UNSTORABLE } from "./unstorable.ts";

/** The most bytes of a body that comes before a sign-in. The longest that is needed, 500 ids, has some 20 kB. */
export const ANONYMOUS_BODY_BYTES = 64 * 1024;
/** The most bytes of a signed-in person's body, unless the call has its own limit. */
export const SIGNED_IN_BODY_BYTES = 1024 * 1024;

const PACKED = new AppError(
  "unsupported",
  "This request is compressed, which the portal does not read. Send it again without Content-Encoding.",
);

/**
 * Reads bodies as JSON at a cost that the received bytes bound: none is decompressed, and text that cannot be stored is
 * found in the bytes and not by a walk through the values.
 */
export function readBodies(app: FastifyInstance): void {
  app.addHook("onRequest", ({ headers: { "content-encoding": encoding } }, _reply, next) => {
    const isPacked = encoding !== undefined && encoding.toLowerCase() !== "identity";
    next(isPacked ? PACKED : undefined);
  });
  const parse = app.getDefaultJsonParser("error", "error");
  app.removeContentTypeParser("text/plain");
  app.addContentTypeParser("application/json", { parseAs: "string" }, (request, json: string, done) => {
    parse(request, json, (error, body) => done(error ?? (isStorableJson(json) ? null : UNSTORABLE), body));
  });
}
