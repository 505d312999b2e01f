import type { FastifyInstance } from "fastify";
import type { Id } from "#domain/id.ts";
import { AppError } from "../app-error.ts";
import type { Deps } from "../deps.ts";
import { FILE_PATH } from "../files/file-links.ts";
import { encodeFileName } from "../files/serve-file.ts";
import { readInScope } from "../wall/in-scope.ts";
import { makeBundle, readBundled } from "./make-bundle.ts";

/** What a signed link to a bundle names. */
export const bundleKey = (uniqueDocumentId: Id) => `evidence/${uniqueDocumentId}`;

/** Serves evidence bundles to everybody with a valid link. The link is the only key. */
export function serveBundles(app: FastifyInstance, deps: Deps): void {
  app.get<{ Params: { uniqueDocumentId: string }; Querystring: Record<string, unknown> }>(
    `${FILE_PATH}/evidence/:uniqueDocumentId`,
    { schema: { hide: true } },
    async (request, reply) => {
      const { uniqueDocumentId } = request.params;
      const link = { expires: String(request.query.expires), signature: String(request.query.signature) };
      // The right was checked when the link was signed.
      const bundled = deps.links.verify(bundleKey(uniqueDocumentId), link, deps.clock())
        ? await readInScope(deps.database, { role: "portal" }, (tx) =>
            readBundled(deps, tx, uniqueDocumentId),
          )
        : null;
      if (!bundled)
        throw new AppError(
          "forbidden",
          "This link no longer works. Go back to the portal and download the bundle again.",
        );
      const { fileName, bytes } = await makeBundle(deps, bundled);
      return reply
        .headers({
          "content-type": "application/zip",
          "content-disposition": `attachment; filename*=UTF-8''${encodeFileName(fileName)}`,
          "cache-control": "private, no-store",
          "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
          "x-content-type-options": "nosniff",
        })
        .send(Buffer.from(bytes));
    },
  );
}
