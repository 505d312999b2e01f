import type { FastifyInstance } from "fastify";
import { isStorableJson } from "#domain/storable-text.ts";
import { AppError } from "../app-error.ts";
import { UNSTORABLE } from "./errors.ts";

/** The largest body before a sign-in. The longest that is needed, 500 ids, has some 20 kB. */
export const ANONYMOUS_BODY_BYTES = 64 * 1024;
/** The largest body of a signed-in person, unless the call has its own limit. */
export const SIGNED_IN_BODY_BYTES = 1024 * 1024;

const COMPRESSED = new AppError(
  "unsupported",
  "This request is compressed, which the portal doesn't read. Send it again without Content-Encoding.",
);

/** A name as JSON can spell it, with or without escapes. */
const spelled = (name: string) =>
  [...name]
    .map((letter) => {
      const code = letter.charCodeAt(0).toString(16);
      return `(?:${letter}|\\\\u00${code.replace(/[a-f]/, (digit) => `[${digit}${digit.toUpperCase()}]`)})`;
    })
    .join("");
/** The keys that would change a prototype if an object were copied. Inside a text, their quotes would be escaped. */
const PROTOTYPE_KEYS = new RegExp(
  `"(?:${spelled("__proto__")}"\\s*:|${spelled("constructor")}"\\s*:\\s*\\{)`,
);
const FORBIDDEN_KEY = new AppError(
  "invalid",
  "The request has a field that no call accepts (__proto__ or constructor).",
);

/** Parses JSON at a cost bounded by the received bytes: forbidden keys are searched in the text, not the values. */
export function readBodies(app: FastifyInstance): void {
  app.addHook("onRequest", ({ headers: { "content-encoding": encoding } }, _reply, next) => {
    const isCompressed = encoding !== undefined && encoding.toLowerCase() !== "identity";
    next(isCompressed ? COMPRESSED : undefined);
  });
  const parse = app.getDefaultJsonParser("ignore", "ignore");
  app.removeContentTypeParser("text/plain");
  app.addContentTypeParser("application/json", { parseAs: "string" }, (request, json: string, done) => {
    void parse(request, json, (error, body) => done(error ?? findFault(json), body));
  });
}

function findFault(json: string): AppError | null {
  if (!isStorableJson(json)) return UNSTORABLE;
  return PROTOTYPE_KEYS.test(json) ? FORBIDDEN_KEY : null;
}
