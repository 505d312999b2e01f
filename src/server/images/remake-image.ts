import sharp, { type Sharp } from "sharp";
import { IMAGE_WIDTHS, type ImageWidth } from "#domain/images/image-address.ts";
import { createSemaphore } from "../semaphore.ts";

/** What an image may bring: phones take some 12 to 24 megapixels. */
export const MAX_IMAGE_BYTES = 12 * 1024 * 1024;
export const MAX_MEGAPIXELS = 32;
/** Enough for the width of a printed page at 300 dots an inch. Higher than this WebP cannot be. */
const KEPT_WIDTH = 2400;
const KEPT_HEIGHT = 16_000;
const SECONDS = 30;

export type RemadeImage = {
  width: number;
  height: number;
  /** For paper, and for widths that may be wanted later. */
  original: { bytes: Uint8Array; contentType: "image/jpeg" | "image/png" };
  /** WebP for screens. */
  files: { width: ImageWidth; bytes: Uint8Array }[];
};

/** Why bytes are not taken for an image, in a sentence for whoever sent them. */
export class ImageRefusedError extends Error {
  readonly reason: ImageRefusal;

  constructor(reason: ImageRefusal, message: string) {
    super(message);
    this.name = "ImageRefusedError";
    this.reason = reason;
  }
}
export type ImageRefusal =
  | "empty"
  | "too-large"
  | "not-a-picture"
  | "too-many-pixels"
  | "animated"
  | "damaged";

// Loaders of other formats (SVG, PDF, TIFF and more) are never entered, whatever the bytes pretend to be.
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({
  operation: [
    "VipsForeignLoadJpeg",
    "VipsForeignLoadPng",
    "VipsForeignLoadWebp",
    "VipsForeignLoadNsgif",
    "VipsForeignLoadHeif",
  ],
});
sharp.cache(false);
sharp.concurrency(1);

/** An image of 32 megapixels takes some hundred megabytes while it is worked on. */
const takeTurn = createSemaphore(2);

/**
 * The image newly encoded: upright, in sRGB, without anything that came with it (EXIF, place, thumbnails, comments).
 * Its type is told by its content alone. Of a moving one, `frames` "first" takes the first image.
 */
export function remakeImage(bytes: Uint8Array, frames: "one" | "first"): Promise<RemadeImage> {
  return takeTurn(async () => {
    refuseUnlikely(bytes);
    await refuseHeader(bytes, frames);
    try {
      return await remake(bytes);
    } catch (error) {
      throw new ImageRefusedError(
        "damaged",
        `The picture cannot be read: it is damaged or cut off (${lineOf(error)}).`,
      );
    }
  });
}

function refuseUnlikely(bytes: Uint8Array): void {
  if (bytes.byteLength === 0) throw new ImageRefusedError("empty", "The file is empty.");
  if (bytes.byteLength > MAX_IMAGE_BYTES) {
    const limit = MAX_IMAGE_BYTES / 1024 / 1024;
    throw new ImageRefusedError("too-large", `A picture may have at most ${limit} MB.`);
  }
  if (!hasImageStart(bytes)) throw notAnImage();
}

function notAnImage(): ImageRefusedError {
  return new ImageRefusedError(
    "not-a-picture",
    "This is no picture that the portal takes: send JPEG, PNG, WebP, GIF or AVIF.",
  );
}

/** By the first bytes, as far as a decoder is to see them at all. */
function hasImageStart(bytes: Uint8Array): boolean {
  const start = Buffer.from(bytes.subarray(0, 12));
  const words = start.toString("latin1");
  return (
    PLAIN_STARTS.some((one) => start.subarray(0, one.byteLength).equals(one)) ||
    (words.startsWith("RIFF") && words.endsWith("WEBP")) ||
    AVIF_STARTS.includes(words.slice(4))
  );
}

const PNG_START = Buffer.from("89504e470d0a1a0a", "hex");
const PLAIN_STARTS = [
  PNG_START,
  ...["ffd8ff", "474946383761", "474946383961"].map((one) => Buffer.from(one, "hex")),
];
const AVIF_STARTS = ["ftypavif", "ftypmif1", "ftypmiaf"];

async function refuseHeader(bytes: Uint8Array, frames: "one" | "first"): Promise<void> {
  const header = await sharp(bytes, { limitInputPixels: false })
    .metadata()
    .catch(() => null);
  if (!header?.width || !header.height)
    throw new ImageRefusedError("damaged", "The picture cannot be read: it is damaged or cut off.");
  const { width, height } = header;
  const megapixels = (width * height) / 1_000_000;
  if (megapixels > MAX_MEGAPIXELS) {
    throw new ImageRefusedError(
      "too-many-pixels",
      `A picture may have at most ${MAX_MEGAPIXELS} megapixels; this one has ${Math.ceil(megapixels)} (${width} × ${height}).`,
    );
  }
  if (frames === "one" && ((header.pages ?? 1) > 1 || isMovingPng(bytes))) {
    throw new ImageRefusedError(
      "animated",
      "A moving picture cannot be shown in a document. Send a still one.",
    );
  }
}

/** The decoder takes such a PNG for a still one; a chunk before its pixels tells that it moves. */
function isMovingPng(bytes: Uint8Array): boolean {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (!file.subarray(0, PNG_START.byteLength).equals(PNG_START)) return false;
  const control = file.indexOf("acTL");
  return control !== -1 && control < file.indexOf("IDAT");
}

async function remake(bytes: Uint8Array): Promise<RemadeImage> {
  const { data, info } = await sharp(bytes, { limitInputPixels: MAX_MEGAPIXELS * 1_000_000, failOn: "error" })
    .autoOrient()
    .resize({ width: KEPT_WIDTH, height: KEPT_HEIGHT, fit: "inside", withoutEnlargement: true })
    .toColourspace("srgb")
    .timeout({ seconds: SECONDS })
    .raw({ depth: "uchar" })
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  const picture = () => sharp(data, { raw: { width, height, channels }, limitInputPixels: false });
  const isOpaque = channels % 2 === 1 || (await picture().stats()).isOpaque;
  const files: RemadeImage["files"] = [];
  for (const wanted of IMAGE_WIDTHS) {
    const same = files.at(-1);
    // Wider than it is it does not get.
    const isAsBefore = same !== undefined && same.width >= width;
    const made = isAsBefore ? same.bytes : await toWebP(picture(), wanted, isOpaque);
    files.push({ width: wanted, bytes: made });
  }
  return { width, height, original: await toOriginal(picture(), isOpaque), files };
}

function toWebP(picture: Sharp, width: number, isOpaque: boolean): Promise<Uint8Array> {
  const flat = isOpaque ? picture.removeAlpha() : picture;
  return flat
    .resize({ width, withoutEnlargement: true })
    .webp({ quality: 80, alphaQuality: 90, effort: 4 })
    .timeout({ seconds: SECONDS })
    .toBuffer();
}

/** JPEG goes into a PDF as it is, where WebP would be unpacked to its pixels. */
async function toOriginal(picture: Sharp, isOpaque: boolean): Promise<RemadeImage["original"]> {
  if (!isOpaque) {
    return { bytes: await picture.png().timeout({ seconds: SECONDS }).toBuffer(), contentType: "image/png" };
  }
  const bytes = await picture
    .removeAlpha()
    .jpeg({ quality: 88, chromaSubsampling: "4:4:4" })
    .timeout({ seconds: SECONDS })
    .toBuffer();
  return { bytes, contentType: "image/jpeg" };
}

function lineOf(error: unknown): string {
  const [line = ""] = String(error instanceof Error ? error.message : error).split("\n");
  return line.slice(0, 120);
}
