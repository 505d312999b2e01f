import { ApiError, apiErrorOf } from "./api-error.ts";
import { recheckConnection } from "./connection.ts";
import { identityToken, withToken } from "./session.ts";

export type UploadedImage = { imageId: string; address: string; width: number; height: number };

const MAX_BYTES = 12 * 1024 * 1024;

/** The share that is sent, or that the picture is being made smaller. */
export type UploadProgress = number | "shrinking";

/** Uploads an image of the company's people. Throws ApiError with the server's reason. */
export async function uploadImage(
  chosen: Blob,
  onProgress?: (progress: UploadProgress) => void,
): Promise<UploadedImage> {
  const file = await shrinkPicture(chosen, () => onProgress?.("shrinking"));
  if (file.size > MAX_BYTES) {
    const message =
      "This picture is larger than 12 MB, and the browser couldn't make it smaller. Send a smaller copy.";
    throw new ApiError(413, "too-large", message);
  }
  const send = (token: string | null) => post(file, token, onProgress);
  const { status, answer } = await withToken(send, await identityToken());
  if (status !== 200) throw apiErrorOf(status, answer);
  return (answer as { data: UploadedImage }).data;
}

type Answer = { status: number; answer: unknown };

/** Only XMLHttpRequest reports the progress of an upload. */
function post(file: Blob, token: string | null, onProgress?: (share: number) => void): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("POST", "/api/images");
    request.responseType = "json";
    request.setRequestHeader("authorization", `Bearer ${token}`);
    request.setRequestHeader("content-type", "application/octet-stream");
    request.upload.onprogress = ({ loaded, total }) => onProgress?.(total > 0 ? loaded / total : 0);
    request.onload = () => resolve({ status: request.status, answer: request.response });
    request.onerror = () => {
      recheckConnection();
      reject(new TypeError("The upload was interrupted"));
    };
    request.send(file);
  });
}

/** The maximum of pixels that the server accepts, and the size of downscaled pictures. */
const MAX_PIXELS = 32_000_000;
const WIDTH = 2400;
const HEIGHT = 16_000;
const JPEG_QUALITY = 0.92;

type Kind = { type: "image/jpeg" | "image/png"; isAlwaysConverted: boolean };

/** By its first bytes, whatever its name; null for pictures that are sent as they are. */
async function kindOf(file: Blob): Promise<Kind | null> {
  const start = new Uint8Array(await file.slice(0, 32).arrayBuffer());
  const words = String.fromCharCode(...start);
  if (start[0] === 0xff && start[1] === 0xd8) return { type: "image/jpeg", isAlwaysConverted: false };
  if (words.startsWith("PNG", 1)) return { type: "image/png", isAlwaysConverted: false };
  // Safari reads an iPhone's pictures, which the server does not take.
  const isHeic = /^.{4}ftyp.*he[iv][cxms]/s.test(words);
  return isHeic ? { type: "image/jpeg", isAlwaysConverted: true } : null;
}

/** Makes too large a picture smaller, upright and without its location. What the browser cannot read is unchanged. */
async function shrinkPicture(file: Blob, onBegin?: () => void): Promise<Blob> {
  const kind = await kindOf(file);
  if (!kind) return file;
  // Pages may load no picture from a `blob:` address, so no <img> can measure it.
  const bitmap = await createImageBitmap(file).catch(() => null);
  if (!bitmap) return file;
  try {
    const isSmall = bitmap.width * bitmap.height <= MAX_PIXELS && file.size <= MAX_BYTES;
    if (isSmall && !kind.isAlwaysConverted) return file;
    onBegin?.();
    return (await draw(bitmap, kind.type)) ?? file;
  } finally {
    bitmap.close();
  }
}

async function draw(bitmap: ImageBitmap, type: Kind["type"]): Promise<Blob | null> {
  const share = Math.min(1, WIDTH / bitmap.width, HEIGHT / bitmap.height);
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(bitmap.width * share));
  canvas.height = Math.max(1, Math.round(bitmap.height * share));
  const context = canvas.getContext("2d");
  if (!context) return null;
  context.imageSmoothingQuality = "high";
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve) => canvas.toBlob(resolve, type, JPEG_QUALITY));
}
