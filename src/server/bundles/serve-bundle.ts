import type { FastifyInstance } from "fastify";
import type { Id } from "#domain/id.ts";
import { AppError } from "../app-error.ts";
import type { DbOrTx } from "../db/database.ts";
import type { Deps } from "../deps.ts";
import { FILE_PATH } from "../files/file-links.ts";
import { fileHeaders, isLinkValid, type LinkRequest } from "../files/serve-file.ts";
import { readInScope } from "../rls/in-scope.ts";
import { makeBundle } from "./make-bundle.ts";
import type { Bundled } from "./read-bundled-chain.ts";
import { readAccepted, readSigned } from "./read-decision.ts";

/** What a signed link to the bundle of a document names. */
export const bundleKey = (uniqueDocumentId: Id) => `evidence/${uniqueDocumentId}`;
/** What a signed link to the bundle of a signature names. */
export const signatureBundleKey = (signedGeneralDocumentId: Id) =>
  `evidence/signature/${signedGeneralDocumentId}`;

type ReadBundled = (deps: Deps, reader: DbOrTx, id: Id) => Promise<Bundled | null>;

/** Serves evidence bundles to everybody with a valid link. The link is the only key. */
export function serveBundles(app: FastifyInstance, deps: Deps): void {
  serve(app, deps, bundleKey, readAccepted);
  serve(app, deps, signatureBundleKey, readSigned);
}

function serve(app: FastifyInstance, deps: Deps, keyOf: (id: Id) => string, read: ReadBundled): void {
  app.get<LinkRequest<"id">>(
    `${FILE_PATH}/${keyOf(":id")}`,
    { schema: { hide: true } },
    async (request, reply) => {
      const { id } = request.params;
      // The right was checked when the link was signed.
      const bundled = isLinkValid(deps, keyOf(id), request.query)
        ? await readInScope(deps.database, { role: "portal" }, (tx) => read(deps, tx, id))
        : null;
      if (!bundled)
        throw new AppError(
          "forbidden",
          "This link no longer works. Go back to the portal and download the bundle again.",
        );
      const { fileName, bytes } = await makeBundle(deps, bundled);
      return reply
        .headers(fileHeaders("application/zip", "attachment", fileName, "default-src 'none'"))
        .send(Buffer.from(bytes));
    },
  );
}
