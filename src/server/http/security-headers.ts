import { randomBytes } from "node:crypto";
import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import type { FastifyInstance, FastifyReply } from "fastify";
import helmet from "helmet";

const VIDEO_HOST = "https://www.youtube-nocookie.com";

/** What the players of videos may do. */
const OF_VIDEOS = ["autoplay", "encrypted-media", "fullscreen", "picture-in-picture"];
/** What our own pages do, and none inside them. */
const OF_PAGES = ["publickey-credentials-create", "publickey-credentials-get"];
/** What nothing on our pages does. */
const WITHOUT_PERSON = [
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
  ...WITHOUT_PERSON.map((feature) => `${feature}=()`),
].join(", ");

/** What a program or a page that reads an answer has use for. The rest is about what a page may do. */
const OF_DATA = [
  "cross-origin-resource-policy",
  "referrer-policy",
  "strict-transport-security",
  "x-content-type-options",
];
const DATA_POLICY = "default-src 'none';frame-ancestors 'none'";

declare module "fastify" {
  interface FastifyContextConfig {
    /** The route answers no page: what it sends may load nothing, if a browser shows it after all. */
    isData?: true;
  }
}

/** Sets headers that restrict what a browser may do with an answer. */
export function sendSecurityHeaders(app: FastifyInstance, isHttps: boolean): void {
  const common = commonHeaders(isHttps);
  const ofPages = {
    ...common,
    "content-security-policy": contentPolicy(),
    "permissions-policy": PERMISSIONS_POLICY,
  };
  const ofData = {
    ...Object.fromEntries(Object.entries(common).filter(([name]) => OF_DATA.includes(name))),
    "content-security-policy": DATA_POLICY,
  };
  app.addHook("onRequest", (request, reply, next) => {
    void reply.headers(request.routeOptions.config.isData ? ofData : ofPages);
    next();
  });
}

/** Helmet's headers, computed once. */
function commonHeaders(isHttps: boolean): Record<string, string> {
  const answer = new ServerResponse(new IncomingMessage(new Socket()));
  const give = helmet({
    contentSecurityPolicy: false,
    referrerPolicy: { policy: "strict-origin-when-cross-origin" },
    strictTransportSecurity: isHttps ? { maxAge: 31_536_000, includeSubDomains: false } : false,
  });
  give(answer.req, answer, () => undefined);
  return Object.fromEntries(
    Object.entries(answer.getHeaders()).map(([name, value]) => [name, String(value)]),
  );
}

/** Written into a page and its policy, which then lets exactly these scripts and styles run. */
export type Nonces = { script: string; style: string };

/** Lets the page that is answered have scripts and styles of its own. */
export function allowNonces(reply: FastifyReply): Nonces {
  const makeNonce = () => randomBytes(16).toString("hex");
  const nonces = { script: makeNonce(), style: makeNonce() };
  void reply.header("content-security-policy", contentPolicy(nonces));
  return nonces;
}

/** Our pages load only from here, and no one frames them. */
const COMMON_POLICY = [
  "default-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  // The portal fetches images of other hosts once and serves its own copies.
  "img-src 'self' data:",
  "object-src 'none'",
];

function contentPolicy(nonces?: Nonces): string {
  const own = (nonce?: string) => (nonce === undefined ? "'self'" : `'self' 'nonce-${nonce}'`);
  return [
    ...COMMON_POLICY,
    // Videos of documents, loaded after a press on play.
    `frame-src ${VIDEO_HOST}`,
    "media-src 'self' https:",
    `script-src ${own(nonces?.script)}`,
    `style-src ${own(nonces?.style)}`,
  ].join(";");
}

/** The content policy of the company's page: everything from here, and no videos until a screen needs them. */
export function adminContentPolicy(nonce: string): string {
  return [
    ...COMMON_POLICY,
    // Previews of mails, which have a policy of their own.
    "frame-src 'self'",
    "media-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
  ].join(";");
}
