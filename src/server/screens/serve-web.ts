import { createReadStream, existsSync, readFileSync } from "node:fs";
import { extname, join } from "node:path";
import fastifyStatic, { type FastifyStaticOptions } from "@fastify/static";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { escapeHtml } from "#domain/escape-html.ts";
import type { Id } from "#domain/id.ts";
import { IMAGE_PATH, IMAGE_WIDTHS } from "#domain/images/image-address.ts";
import { readAdmin } from "../access/read-person.ts";
import type { Current, Deps } from "../deps.ts";
import type { Env } from "../env/read-env.ts";
import { adminContentPolicy, allowNonces } from "../http/security-headers.ts";
import { projectFolder } from "../project-folder.ts";
import { accentRule, perSettings } from "../settings/current-settings.ts";
import { StartError } from "../start-error.ts";
import { findViewed, withViewBar } from "./client-view-page.ts";
import { embedAnswers, firstAnswers } from "./first-answers.ts";
import { brandFacts, firstPictures, rootOf } from "./first-picture.ts";
import { readScreenFiles } from "./screen-files.ts";

const IMMUTABLE = "public, max-age=31536000, immutable";
/** The screen's place in the client's page (src/web/index.html). */
const EMPTY_ROOT = /<div id="root">[\s\S]*?<\/div>\s*<\/div>/;
/** The API's description leaves these routes out. */
const HIDDEN = { schema: { hide: true } };
/** A mail is shown in a frame of our own page, may style itself, and neither runs nor loads anything. */
const MAIL_PREVIEW_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox; frame-ancestors 'self'";

/** Serves the browser's part: files, brand and pages. `findMailPreview`: the mail that an admin address shows. */
export async function serveWeb(
  app: FastifyInstance,
  deps: Deps,
  webFolder: string,
  findMailPreview: (url: string) => Promise<string | null>,
): Promise<void> {
  const readPage = (path: string) => {
    const page = readFileSync(join(webFolder, path), "utf8");
    return perSettings(deps.settings, (current) => brandedPage(page, current, deps.env));
  };
  const clientPage = readPage("index.html");
  const adminPage = readPage("admin/index.html");
  const filesOfScreen = readScreenFiles(webFolder);
  const draw = firstPictures(deps, webFolder);
  await app.register(fastifyStatic, staticFiles(webFolder));
  app.get("/brand/logo", HIDDEN, async (_request, reply) => sendLogo(reply, deps.settings.now(), webFolder));
  // A file of an older build, requested by a page that is still open, must not get the page instead.
  app.get("/assets/*", HIDDEN, async (_request, reply) => reply.callNotFound());
  // The nonce allows the brand's colours, and the page's own code to add a style sheet.
  app.get("/*", HIDDEN, async (request, reply) => {
    const nonces = allowNonces(reply);
    const { style: nonce } = nonces;
    void reply.type("text/html; charset=utf-8");
    const adminId = isOnCompanySide(request) ? await readAdmin(deps, request.headers.cookie) : null;
    if (adminId !== null) return sendAdminPage(request, reply, adminId, nonce);
    const files = filesOfScreen(request.url.split("?")[0] ?? "");
    const answers = await firstAnswers(app, request, reply);
    const drawn = answers && (await draw(request, answers));
    const payload = drawn ? { ...answers, picture: drawn.picture } : answers;
    const page = clientPage()
      .replaceAll("%CSP_NONCE%", nonce)
      .replace("</head>", () => `${files}</head>`)
      .replace(EMPTY_ROOT, (root) => (drawn ? rootOf(drawn.html, nonces) : root))
      .replace("</body>", () => `${payload === null ? "" : embedAnswers(payload)}</body>`);
    return reply.header("cache-control", answers === null ? "no-cache" : "no-store").send(page);
  });

  async function sendAdminPage(request: FastifyRequest, reply: FastifyReply, adminId: Id, nonce: string) {
    const viewed = await findViewed(deps, adminId, request.url);
    void reply.header("cache-control", "no-store");
    const mailPreview = await findMailPreview(request.url);
    if (mailPreview !== null) return sendMailPreview(reply, mailPreview);
    if (viewed) {
      // The screen of a preview shows it in a frame of each width.
      if (viewed.previewedId !== null) allowFraming(reply);
      return reply.send(withViewBar(clientPage(), viewed).replaceAll("%CSP_NONCE%", nonce));
    }
    return reply
      .header("content-security-policy", adminContentPolicy(nonce))
      .send(adminPage().replaceAll("%CSP_NONCE%", nonce));
  }
}

function staticFiles(webFolder: string): FastifyStaticOptions {
  return {
    root: webFolder,
    index: false,
    wildcard: false,
    // The route below decides which page an address gets.
    globIgnore: ["**/*.html", "**/*.br"],
    preCompressed: true,
    setHeaders(response, path) {
      // The names of built files contain a hash of their content.
      const isHashed = path.startsWith(join(webFolder, "assets"));
      response.header("cache-control", isHashed ? IMMUTABLE : "public, max-age=3600");
    },
  };
}

function sendLogo(reply: FastifyReply, { logoImageId, logoPath }: Current, webFolder: string) {
  if (logoImageId !== null) return reply.redirect(`${IMAGE_PATH}/${logoImageId}/${IMAGE_WIDTHS[0]}`);
  const path = logoPath ?? join(webFolder, "logo.svg");
  return reply
    .type(LOGO_TYPES[extname(path).toLowerCase()] ?? "application/octet-stream")
    .header("cache-control", "public, max-age=300")
    .send(createReadStream(path));
}

function sendMailPreview(reply: FastifyReply, mailPreview: string) {
  // A sandboxed frame has no origin, and browsers warn about this header.
  return reply
    .removeHeader("origin-agent-cluster")
    .header("content-security-policy", MAIL_PREVIEW_POLICY)
    .send(mailPreview);
}

/** Lets our own pages frame the answer. */
function allowFraming(reply: FastifyReply): void {
  const policy = String(reply.getHeader("content-security-policy"));
  void reply.header(
    "content-security-policy",
    policy.replace("frame-ancestors 'none'", "frame-ancestors 'self'"),
  );
}

function isOnCompanySide({ url }: FastifyRequest): boolean {
  return /^\/admin(?:[/?]|$)/.test(url);
}

const LOGO_TYPES: Record<string, string> = {
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".webp": "image/webp",
  ".jpg": "image/jpeg",
  ".jpeg": "image/jpeg",
};

/** The folder of the built browser part. Throws if it has not been built. */
export function findWebFolder(): string {
  const folder = join(projectFolder("dist"), "web");
  if (!existsSync(join(folder, "index.html")))
    throw new StartError("The browser's part isn't built. Run: npm start");
  return folder;
}

function brandedPage(page: string, current: Current, env: Env): string {
  // "<" is escaped, so no company name can end the script element.
  const json = JSON.stringify(brandFacts(current, env)).replaceAll("<", "\\u003c");
  return page
    .replace(
      /(<script type="application\/json" id="brand">)[^<]*(<\/script>)/,
      (_all, open, close) => open + json + close,
    )
    .replace(
      /(<style id="brand-colours"[^>]*>)[^<]*(<\/style>)/,
      (_all, open, close) => open + accentRule(current) + close,
    )
    .replaceAll("%PRODUCT_NAME%", () => escapeHtml(current.productName));
}
