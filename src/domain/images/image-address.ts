/** The widths in which a stored image is served. None is wider than the image itself. */
export const IMAGE_WIDTHS = [480, 960, 1600] as const;
export type ImageWidth = (typeof IMAGE_WIDTHS)[number];

/** Stored images are at /images/<imageId>/<width>. */
export const IMAGE_PATH = "/images";

/** In pixels. */
export type ImageSize = { width: number; height: number };

/** An address has room for no longer side. */
export const MAX_SIDE = 99_999;

/** A stored image in a page. `size` is null until the image is fetched, or if it could not be fetched. */
export type ImageAddress = { imageId: string; size: ImageSize | null };

/** Random characters; for an uploaded image with a hash of its bytes behind them (src/server/images/image-id.ts). */
export const IMAGE_ID = /^[\w-]{22}(?:[\w-]{42})?$/;

const ADDRESS = /^\/images\/([\w-]{22}(?:[\w-]{42})?)(?:\/\d{1,5}#(\d{1,5})x(\d{1,5}))?$/;

/** The address of a stored image in its greatest width. The part after # gives the size before the image loads. */
export function imageAddress({ imageId, size }: ImageAddress): string {
  const image = `${IMAGE_PATH}/${imageId}`;
  return size ? `${image}/${IMAGE_WIDTHS.at(-1)}#${size.width}x${size.height}` : image;
}

/** The parts of such an address; null for any other address. */
export function readImageAddress(source: string): ImageAddress | null {
  const [, imageId, width, height] = ADDRESS.exec(source) ?? [];
  if (imageId === undefined) return null;
  return { imageId, size: width && height ? { width: Number(width), height: Number(height) } : null };
}

/** A path of the portal's own files with the size of its image, which is known before the image loads. */
export function withSize(path: string, { width, height }: ImageSize): string {
  return `${path}#${width}x${height}`;
}

const SIZED_PATH = /^(\/[^#]*)#(\d{1,5})x(\d{1,5})$/;

/** The size that an address tells; null if it tells none. */
export function readImageSize(source: string): ImageSize | null {
  const [, , width, height] = SIZED_PATH.exec(source) ?? [];
  return width && height ? { width: Number(width), height: Number(height) } : null;
}

/** Whether the address names an image without a stored copy. The browser requests nothing for it. */
export function isPendingImage(source: string): boolean {
  return readImageAddress(source)?.size === null;
}

/** The address without the size: equal before and after the size is known. */
export function withoutSize(source: string): string {
  const address = readImageAddress(source);
  if (address) return imageAddress({ imageId: address.imageId, size: null });
  return SIZED_PATH.exec(source)?.[1] ?? source;
}
