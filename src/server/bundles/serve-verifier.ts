import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import type { Deps } from "../deps.ts";
import { verifierPage } from "./verifier-page.ts";

/** Serves /verify to everybody. Without the built browser part the page has no script. */
export function serveVerifier(
  app: FastifyInstance,
  { settings, evidence, seal }: Pick<Deps, "settings" | "evidence" | "seal">,
  webFolder: string | null,
): void {
  const script = webFolder === null ? "" : readFileSync(join(webFolder, "verify.js"), "utf8");
  app.get("/verify", { schema: { hide: true } }, async (_request, reply) => {
    const { html, contentPolicy } = verifierPage(script, settings.now().companyName, {
      keys: evidence.publicKeys,
      sealKeys: seal.publicKeys(),
    });
    return reply
      .headers({
        "content-type": "text/html; charset=utf-8",
        "content-security-policy": `${contentPolicy};frame-ancestors 'none'`,
        "cache-control": "no-cache",
      })
      .send(html);
  });
}
