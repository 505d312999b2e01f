import helmet from "@fastify/helmet";
import type { FastifyInstance, FastifyReply } from "fastify";

const VIDEO_HOST = "https://www.youtube-nocookie.com";

/** What the players of videos may do. */
const OF_VIDEOS = ["autoplay", "encrypted-media", "fullscreen", "picture-in-picture"];
/** What our own pages do, and none inside them. */
const OF_PAGES = ["publickey-credentials-create", "publickey-credentials-get"];
/** What nothing on our pages does. */
const OF_NOBODY = [
  "accelerometer",
  "camera",
  "display-capture",
  "geolocation",
  "gyroscope",
  "magnetometer",
  "microphone",
  "midi",
  "payment",
  "screen-wake-lock",
  "serial",
  "usb",
  "xr-spatial-tracking",
];

const PERMISSIONS_POLICY = [
  ...OF_VIDEOS.map((feature) => `${feature}=(self "${VIDEO_HOST}")`),
  ...OF_PAGES.map((feature) => `${feature}=(self)`),
  ...OF_NOBODY.map((feature) => `${feature}=()`),
].join(", ");

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
        frameSrc: [VIDEO_HOST],
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
    // It would make the same headers anew at each request. Pages with a nonce ask for it themselves.
    global: false,
  });
  let known: Record<string, string> | null = null;
  app.addHook("onRequest", (request, reply, next) => {
    void reply.header("permissions-policy", PERMISSIONS_POLICY);
    if (!(request.routeOptions.config as { helmet?: object }).helmet) {
      known ??= makeHeaders(reply);
      void reply.headers(known);
    }
    next();
  });
}

/** The headers that are the same in every answer. */
function makeHeaders(reply: FastifyReply): Record<string, string> {
  const before = reply.raw.getHeaderNames();
  void reply.helmet();
  const made = Object.entries(reply.raw.getHeaders()).filter(([name]) => !before.includes(name));
  return Object.fromEntries(made.map(([name, value]) => [name, String(value)]));
}

/** The content policy of the company's page: everything from here, and no videos until a screen needs them. */
export function adminContentPolicy(nonce: string): string {
  return [
    "default-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    // The looks of mails, which have a policy of their own.
    "frame-src 'self'",
    "media-src 'none'",
    "img-src 'self' data:",
    "object-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
  ].join(";");
}
