import { z } from "zod";
import { imageAddress } from "#domain/images/image-address.ts";
import { type Change, type ChangeDeps, change } from "../access/change.ts";
import type { Editor } from "../access/gates.ts";
import { AppError } from "../app-error.ts";
import type { Deps } from "../deps.ts";
import { imageFiles, images } from "../schema/images.ts";
import { boundImageId } from "./image-id.ts";
import { type KeptImage, keepImage } from "./keep-image.ts";
import { ImageRefusedError, type RemadeImage, remakeImage } from "./remake-image.ts";

export const UploadedImage = z.object({
  imageId: z.string(),
  address: z.string(),
  width: z.int(),
  height: z.int(),
});
type UploadedImage = z.infer<typeof UploadedImage>;

/** Stores an uploaded image of the company's people. `address` is the `src` for an Image block. */
export async function uploadImage(
  deps: ChangeDeps & Pick<Deps, "files">,
  editor: Editor,
  bytes: Uint8Array,
): Promise<UploadedImage> {
  const prepare = async () => keepImage(deps.files, await remakeSent(bytes));
  const save = async ({ tx, at, record }: Change, kept: KeptImage) => {
    const { image, files } = kept;
    const imageId = boundImageId(kept);
    await tx.insert(images).values({ imageId, ...image, createdAt: at });
    await tx.insert(imageFiles).values(files.map((file) => ({ imageId, ...file })));
    const details = { ...image, sentBytes: bytes.byteLength };
    await record({ action: "image.upload", subjectId: imageId, details });
    const { width, height } = image;
    return { imageId, address: imageAddress({ imageId, size: { width, height } }), width, height };
  };
  return change(deps, editor, save, { prepare });
}

async function remakeSent(bytes: Uint8Array): Promise<RemadeImage> {
  try {
    return await remakeImage(bytes, "one");
  } catch (error) {
    if (!(error instanceof ImageRefusedError)) throw error;
    const code = error.reason === "too-large" ? "too-large" : "invalid";
    throw new AppError(code, error.message, { reason: error.reason });
  }
}
