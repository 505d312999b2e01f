import type { Sharp } from "sharp";
import { IMAGE_WIDTHS, type ImageWidth } from "#domain/images/image-address.ts";
import type { FileStore, MailLogo } from "../deps.ts";
import { createSemaphore } from "../limit-tasks.ts";

/** Photos of phones have 12 to 24 megapixels. */
export const MAX_IMAGE_BYTES = 12 * 1024 * 1024;
const MAX_MEGAPIXELS = 32;
/** Enough for the width of a printed page at 300 dpi. WebP allows no greater height. */
const MAX_WIDTH = 2400;
const MAX_HEIGHT = 16_000;
const TIMEOUT = { seconds: 30 };

export type RemadeImage = {
  width: number;
  height: number;
  /** For paper, and as the source of later widths. */
  original: { bytes: Uint8Array; contentType: "image/jpeg" | "image/png" };
  /** WebP for screens. */
  files: { width: ImageWidth; bytes: Uint8Array }[];
};

/** Why bytes are refused as an image, in a sentence for their sender. */
export class ImageRefusedError extends Error {
  readonly reason: ImageRefusal;

  constructor(reason: ImageRefusal, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "ImageRefusedError";
    this.reason = reason;
  }
}
type ImageRefusal =
  | "empty"
  | "too-large"
  | "not-an-image"
  | "heic"
  | "too-many-pixels"
  | "animated"
  | "damaged";

type SharpMaker = typeof import("sharp").default;
let loading: Promise<SharpMaker> | null = null;

/** Loaded for the first image, because the library takes 20 MB of memory. */
function loadSharp(): Promise<SharpMaker> {
  loading ??= import("sharp").then(({ default: sharp }) => {
    // Disables the loaders of other formats (SVG, PDF, TIFF and more), whatever the bytes claim to be.
    sharp.block({ operation: ["VipsForeignLoad"] });
    sharp.unblock({ operation: ALLOWED });
    sharp.cache(false);
    sharp.concurrency(1);
    return sharp;
  });
  return loading;
}

const ALLOWED = [
  "VipsForeignLoadJpeg",
  "VipsForeignLoadPng",
  "VipsForeignLoadWebp",
  "VipsForeignLoadNsgif",
  "VipsForeignLoadHeif",
];

/** An image of 32 megapixels needs some hundred megabytes of memory. */
const runLimited = createSemaphore(2);

/**
 * Re-encodes an image: upright, in sRGB, without metadata (EXIF, location, thumbnails, comments). The content alone
 * decides the type. With `frames` "first", the first frame of an animation is used.
 */
export function remakeImage(bytes: Uint8Array, frames: "one" | "first"): Promise<RemadeImage> {
  return runLimited(async () => {
    refuseUnlikely(bytes, frames);
    const sharp = await loadSharp();
    await refuseHeader(sharp, bytes, frames);
    return remake(sharp, bytes).catch((error: unknown) => {
      throw damaged(error);
    });
  });
}

/** A cut-off picture is refused although viewers show its beginning: a document shows a picture whole. */
function damaged(cause?: unknown): ImageRefusedError {
  return new ImageRefusedError(
    "damaged",
    "The picture is damaged or cut off. Open it on your computer, save it again as JPEG or PNG, and send that.",
    { cause },
  );
}

function refuseUnlikely(bytes: Uint8Array, frames: "one" | "first"): void {
  if (bytes.byteLength === 0) throw new ImageRefusedError("empty", "The file is empty.");
  if (bytes.byteLength > MAX_IMAGE_BYTES) {
    const limit = MAX_IMAGE_BYTES / 1024 / 1024;
    throw new ImageRefusedError("too-large", `An image may have at most ${limit} MB.`);
  }
  const brands = readBrands(bytes);
  if (brands.some((brand) => HEIC_BRANDS.includes(brand)) && !brands.includes("avif")) {
    throw new ImageRefusedError(
      "heic",
      "This is an iPhone picture (HEIC), which most browsers can't show. Share it as JPEG, or choose Most Compatible under Settings, Camera, Formats on the iPhone, and send it again.",
    );
  }
  if (frames === "one" && brands.includes("avis")) throw animated();
  if (hasImageStart(bytes) || brands.includes("avif")) return;
  throw new ImageRefusedError(
    "not-an-image",
    "The portal can't use this kind of image: send JPEG, PNG, WebP, GIF or AVIF.",
  );
}

function animated(): ImageRefusedError {
  return new ImageRefusedError(
    "animated",
    "An animated image can't be shown in a document. Send a still one.",
  );
}

/** Checks the first bytes before a decoder sees the rest. */
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
const HEIC_BRANDS = ["heic", "heix", "heim", "heis", "hevc", "hevx", "hevm", "hevs"];

/** The brands of a HEIF file, the family of HEIC and AVIF. In some files, the first ones are common to both. */
function readBrands(bytes: Uint8Array): string[] {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, 512));
  if (file.toString("latin1", 4, 8) !== "ftyp") return [];
  const end = Math.min(file.readUInt32BE(0), file.byteLength);
  const brands = [file.toString("latin1", 8, 12)];
  for (let at = 16; at + 4 <= end; at += 4) brands.push(file.toString("latin1", at, at + 4));
  return brands;
}

const AVIF_STARTS = ["ftypavif", "ftypmif1", "ftypmiaf"];

async function refuseHeader(sharp: SharpMaker, bytes: Uint8Array, frames: "one" | "first"): Promise<void> {
  const header = await sharp(bytes, { limitInputPixels: false })
    .metadata()
    .catch(() => null);
  if (!header?.width || !header.height) throw damaged();
  const { width, height } = header;
  const megapixels = (width * height) / 1_000_000;
  if (megapixels > MAX_MEGAPIXELS) {
    throw new ImageRefusedError(
      "too-many-pixels",
      `An image may have at most ${MAX_MEGAPIXELS} megapixels; this one has ${Math.ceil(megapixels)} (${width} × ${height}). Make it smaller and send it again.`,
    );
  }
  if (frames === "one" && ((header.pages ?? 1) > 1 || isAnimatedPng(bytes))) throw animated();
}

/** The decoder sees a still image in an animated PNG; a chunk before the pixels reveals it. */
function isAnimatedPng(bytes: Uint8Array): boolean {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (!file.subarray(0, PNG_START.byteLength).equals(PNG_START)) return false;
  const control = file.indexOf("acTL");
  return control !== -1 && control < file.indexOf("IDAT");
}

async function remake(sharp: SharpMaker, bytes: Uint8Array): Promise<RemadeImage> {
  const { data, info } = await sharp(bytes, { limitInputPixels: MAX_MEGAPIXELS * 1_000_000, failOn: "error" })
    .autoOrient()
    .resize({ width: MAX_WIDTH, height: MAX_HEIGHT, fit: "inside", withoutEnlargement: true })
    .toColourspace("srgb")
    .timeout(TIMEOUT)
    .raw({ depth: "uchar" })
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  const image = () => sharp(data, { raw: { width, height, channels }, limitInputPixels: false });
  const isOpaque = channels % 2 === 1 || (await image().stats()).isOpaque;
  const files: RemadeImage["files"] = [];
  for (const targetWidth of IMAGE_WIDTHS) {
    // An image is never enlarged, so all greater widths have the same bytes.
    const largest = files.find((file) => file.width >= width);
    const made = largest?.bytes ?? (await toWebP(image(), targetWidth, isOpaque));
    files.push({ width: targetWidth, bytes: made });
  }
  return { width, height, original: await toOriginal(image(), isOpaque), files };
}

function toWebP(image: Sharp, width: number, isOpaque: boolean): Promise<Uint8Array> {
  const flat = isOpaque ? image.removeAlpha() : image;
  return flat
    .resize({ width, withoutEnlargement: true })
    .webp({ quality: 80, alphaQuality: 90, effort: 4 })
    .timeout(TIMEOUT)
    .toBuffer();
}

/** A PDF holds a JPEG as it is, but would unpack a WebP to its pixels. */
async function toOriginal(image: Sharp, isOpaque: boolean): Promise<RemadeImage["original"]> {
  if (!isOpaque) return { bytes: await image.png().timeout(TIMEOUT).toBuffer(), contentType: "image/png" };
  const bytes = await image
    .removeAlpha()
    .jpeg({ quality: 88, chromaSubsampling: "4:4:4" })
    .timeout(TIMEOUT)
    .toBuffer();
  return { bytes, contentType: "image/jpeg" };
}

/** Sharp on screens with two dots to a pixel, and small enough for every mail. */
const MAIL_LOGO = { width: 400, height: 96 };
/** Some 400 dots to an inch at the size at which PDFs show it (print.css). */
const PRINT_LOGO = { width: 800, height: 200 };

/** A logo as every mail program shows it: a small PNG. */
export async function remakeMailLogo(bytes: Uint8Array): Promise<MailLogo> {
  const { data, info } = await remakeLogo(bytes, MAIL_LOGO, true);
  return { bytes: data, width: Math.ceil(info.width / 2), height: Math.ceil(info.height / 2) };
}

/** A logo for PDFs, as a PNG. */
export async function remakePrintLogo(bytes: Uint8Array): Promise<Uint8Array> {
  return (await remakeLogo(bytes, PRINT_LOGO, false)).data;
}

function remakeLogo(bytes: Uint8Array, size: typeof MAIL_LOGO, palette: boolean) {
  return runLimited(async () => {
    const sharp = await loadSharp();
    return sharp(bytes, { limitInputPixels: MAX_MEGAPIXELS * 1_000_000 })
      .autoOrient()
      .resize({ ...size, fit: "inside", withoutEnlargement: true })
      .toColourspace("srgb")
      .png({ palette, compressionLevel: 9 })
      .timeout(TIMEOUT)
      .toBuffer({ resolveWithObject: true });
  });
}

export type StoredImage = {
  image: { sha256: string; byteLength: number; contentType: string; width: number; height: number };
  files: { width: number; sha256: string; byteLength: number }[];
};

/** Stores all bytes of an image. Rows follow later: bytes without a row are harmless. */
export async function storeImage(store: FileStore, remade: RemadeImage): Promise<StoredImage> {
  const { width, height, original } = remade;
  const stored = await store.put(original.bytes);
  const files: StoredImage["files"] = [];
  for (const file of remade.files) files.push({ width: file.width, ...(await store.put(file.bytes)) });
  return { image: { ...stored, contentType: original.contentType, width, height }, files };
}
