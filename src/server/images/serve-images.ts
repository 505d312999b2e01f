import type { FastifyInstance } from "fastify";
import { IMAGE_ID, IMAGE_PATH } from "#domain/images/image-address.ts";
import { AppError, evidenceError } from "../app-error.ts";
import type { Tx } from "../db/database.ts";
import type { Deps } from "../deps.ts";
import { readInScope } from "../rls/in-scope.ts";
import { isNamedImage } from "./image-id.ts";
import { findFullImage } from "./queries.ts";

/** An address always has the same content, so browsers cache it. An image runs and loads nothing. */
const HEADERS = {
  "content-type": "image/webp",
  "cache-control": "public, max-age=31536000, immutable",
  "content-security-policy": "default-src 'none'; sandbox",
  "content-disposition": "inline",
  "x-content-type-options": "nosniff",
};

/** Serves stored images to everybody with their address, which no one can guess. */
export async function serveImages(app: FastifyInstance, deps: Deps): Promise<void> {
  app.get<{ Params: { imageId: string; width: string } }>(
    `${IMAGE_PATH}/:imageId/:width`,
    { schema: { hide: true } },
    async (request, reply) => {
      const { imageId, width } = request.params;
      const isAddress = IMAGE_ID.test(imageId) && /^\d{1,4}$/.test(width);
      const find = (tx: Tx) => findFullImage(tx, imageId);
      const image = isAddress ? await readInScope(deps.database, { role: "visitor" }, find) : null;
      const file = image?.files.find((one) => one.width === Number(width));
      // Unknown, pending and given-up images get the same answer.
      if (!image || !file) throw new AppError("not-found", "There is no such image.");
      if (!isNamedImage(imageId, image)) {
        request.log.error({ imageId }, "An image differs from its address");
        throw evidenceError("This image isn't the one that its address names, so it isn't shown.");
      }
      const bytes = await deps.files.open(file.sha256);
      if (!bytes) {
        request.log.error({ imageId, sha256: file.sha256 }, "The bytes of a stored image are missing");
        throw new AppError("unavailable", "The image can't be read at the moment. Please try again later.");
      }
      return reply.headers({ ...HEADERS, "content-length": file.byteLength }).send(bytes);
    },
  );
}
