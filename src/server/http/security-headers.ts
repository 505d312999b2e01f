import helmet from "@fastify/helmet";
import type { FastifyInstance } from "fastify";

/** What a browser may do with our pages: load from here alone, be framed by nobody. */
export async function sendSecurityHeaders(app: FastifyInstance, isHttps: boolean): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        // Videos of documents, which are asked for when somebody presses play.
        frameSrc: ["https://www.youtube-nocookie.com"],
        mediaSrc: ["'self'", "https:"],
        // Pictures of other hosts are fetched once by the portal and served from here.
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

/** What the company's page may load: all from here, and no frames and videos before one of its screens shows any. */
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
