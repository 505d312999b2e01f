import { imageAddress } from "#domain/images/image-address.ts";
import type { Editor } from "../access/gates.ts";
import { AppError } from "../app-error.ts";
import { recordAudit } from "../audit/record.ts";
import type { Deps } from "../deps.ts";
import { keepPicture } from "./keep-picture.ts";
import { newImageId } from "./register-images.ts";
import { PictureRefusedError, type RemadePicture, remakePicture } from "./remake-picture.ts";
import { imageFiles, images } from "./tables.ts";

export type UploadedImage = { imageId: string; address: string; width: number; height: number };

/** Keeps a picture that one of the company's people sends. `address` is what a page's block takes as its source. */
export async function uploadImage(
  deps: Pick<Deps, "db" | "files" | "clock">,
  editor: Editor,
  bytes: Uint8Array,
): Promise<UploadedImage> {
  const remade = await remakeSent(bytes);
  const { image, files } = await keepPicture(deps.files, remade);
  const imageId = newImageId();
  const createdAt = deps.clock();
  await deps.db.transaction(async (tx) => {
    await tx.insert(images).values({ imageId, ...image, createdAt });
    await tx.insert(imageFiles).values(files.map((file) => ({ imageId, ...file })));
    await recordAudit(tx, {
      at: createdAt,
      action: "image.upload",
      userProfileId: editor.userProfileId,
      organizationId: null,
      subjectId: imageId,
      details: { ...image, sentBytes: bytes.byteLength },
    });
  });
  const { width, height } = image;
  return { imageId, address: imageAddress({ imageId, size: { width, height } }), width, height };
}

async function remakeSent(bytes: Uint8Array): Promise<RemadePicture> {
  try {
    return await remakePicture(bytes, "one");
  } catch (error) {
    if (!(error instanceof PictureRefusedError)) throw error;
    const code = error.reason === "too-large" ? "too-large" : "invalid";
    throw new AppError(code, error.message, { reason: error.reason });
  }
}
