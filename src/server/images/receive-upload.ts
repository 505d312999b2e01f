import type { FastifyError, FastifyInstance, FastifyRequest } from "fastify";
import { z } from "zod";
import { CLIENT_VIEW } from "#contract/call.ts";
import { imageAddress } from "#domain/images/image-address.ts";
import { type Change, type ChangeDeps, change } from "../access/change.ts";
import { type Editor, scopeOf } from "../access/gates.ts";
import { READ_ONLY_VIEW, requireCaller } from "../access/require-caller.ts";
import { AppError } from "../app-error.ts";
import type { Deps } from "../deps.ts";
import { answerError } from "../http/errors.ts";
import { KEYED_HEADERS, readKeyedRequest } from "../http/keyed-request.ts";
import { withScope } from "../rls/scoped-db.ts";
import { imageFiles, images } from "../schema/images.ts";
import { boundImageId } from "./image-id.ts";
import {
  ImageRefusedError,
  MAX_IMAGE_BYTES,
  remakeImage,
  type StoredImage,
  storeImage,
} from "./remake-image.ts";

const UploadedImage = z.object({
  imageId: z.string(),
  address: z.string(),
  width: z.int(),
  height: z.int(),
});
type UploadedImage = z.infer<typeof UploadedImage>;

/** Stores an uploaded image of the company's people. `address` is the `src` for an Image block. */
async function uploadImage(
  deps: ChangeDeps & Pick<Deps, "files">,
  editor: Editor,
  bytes: Uint8Array,
): Promise<UploadedImage> {
  const prepare = async () => storeImage(deps.files, await remakeImage(bytes, "one").catch(refuseUpload));
  const save = async ({ tx, at, record }: Change, stored: StoredImage) => {
    const { image, files } = stored;
    const imageId = boundImageId(stored);
    await tx.insert(images).values({ imageId, ...image, createdAt: at });
    await tx.insert(imageFiles).values(files.map((file) => ({ imageId, ...file })));
    const details = { ...image, sentBytes: bytes.byteLength };
    await record({ action: "image.upload", subjectId: imageId, details });
    const { width, height } = image;
    return { imageId, address: imageAddress({ imageId, size: { width, height } }), width, height };
  };
  return change(deps, editor, save, { prepare });
}

function refuseUpload(error: unknown): never {
  if (!(error instanceof ImageRefusedError)) throw error;
  const code = error.reason === "too-large" ? "too-large" : "invalid";
  throw new AppError(code, error.message, { reason: error.reason });
}

export const UPLOAD_PATH = "/api/images";
const UPLOAD = { method: "POST", path: "images" } as const;

const SCHEMA = {
  summary: "Keeps an image for documents: its bytes as they are, of at most 12 MB and 32 megapixels",
  description:
    "Who: editor. JPEG, PNG, WebP, GIF or AVIF; its `address` is what a block takes as its source.",
  tags: ["images"],
  headers: KEYED_HEADERS,
  body: z.any().meta({ type: "string", format: "binary", description: "The bytes of the picture" }),
  consumes: ["application/octet-stream"],
  response: { 200: z.object({ data: UploadedImage }) },
};

/** Receives images of the company's people as plain bytes. The caller is checked before and after the upload. */
export async function receiveUploads(app: FastifyInstance, deps: Deps): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("application/octet-stream", { parseAs: "buffer" }, (_request, body, done) =>
      done(null, body),
    );
    const readCaller = ({ headers }: FastifyRequest) => {
      if (headers[CLIENT_VIEW] !== undefined) throw READ_ONLY_VIEW;
      return requireCaller(deps, "editor", headers.authorization);
    };
    scope.post(
      UPLOAD_PATH,
      {
        schema: SCHEMA,
        bodyLimit: MAX_IMAGE_BYTES,
        onRequest: async (request) => {
          request.caller = await readCaller(request);
        },
        errorHandler: (error, request, reply) => answerError(toUploadError(error), request, reply),
      },
      async (request, reply) => {
        const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
        const caller = await readCaller(request);
        const editor = { ...caller, keyed: readKeyedRequest(deps, request, caller, UPLOAD, bytes) };
        const data = await uploadImage(withScope(deps, scopeOf(editor)), editor, bytes);
        return reply.header("cache-control", "no-store").send({ data });
      },
    );
  });
}

function toUploadError(error: unknown): unknown {
  const { code } = error as Partial<FastifyError>;
  if (code === "FST_ERR_CTP_BODY_TOO_LARGE") {
    const limit = MAX_IMAGE_BYTES / 1024 / 1024;
    return new AppError("too-large", `An image may have at most ${limit} MB.`, { reason: "too-large" });
  }
  if (code === "FST_ERR_CTP_INVALID_MEDIA_TYPE")
    return new AppError("invalid", "Send the image's bytes as application/octet-stream.");
  return error;
}
