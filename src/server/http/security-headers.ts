import helmet from "@fastify/helmet";
import type { FastifyInstance } from "fastify";

/** The content policy of our pages: they load only from here, and nobody frames them. */
export async function sendSecurityHeaders(app: FastifyInstance, isHttps: boolean): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        // Videos of documents, loaded after a press on play.
        frameSrc: ["https://www.youtube-nocookie.com"],
        mediaSrc: ["'self'", "https:"],
        // The portal fetches images of other hosts once and serves its own copies.
        imgSrc: ["'self'", "data:"],
        objectSrc: ["'none'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'"],
      },
    },
    crossOriginEmbedderPolicy: false,
    referrerPolicy: { policy: "strict-origin-when-cross-origin" },
    strictTransportSecurity: isHttps ? { maxAge: 31_536_000, includeSubDomains: false } : false,
  });
}

/** The content policy of the company's page: everything from here, no frames, no videos, until a screen needs them. */
export function adminContentPolicy(nonce: string): string {
  return [
    "default-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "frame-src 'none'",
    "media-src 'none'",
    "img-src 'self' data:",
    "object-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
  ].join(";");
}
