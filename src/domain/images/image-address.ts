/** The widths that a kept image is served in; none is wider than the image itself. */
export const IMAGE_WIDTHS = [480, 960, 1600] as const;
export type ImageWidth = (typeof IMAGE_WIDTHS)[number];

/** Below it lie the kept images: /images/<imageId>/<width>. */
export const IMAGE_PATH = "/images";

/** In pixels. */
export type ImageSize = { width: number; height: number };

/** A kept image as a page names it; `size` is null while it is not there yet, or where it could not be fetched. */
export type ImageAddress = { imageId: string; size: ImageSize | null };

const ADDRESS = /^\/images\/([\w-]{22})(?:\/\d{1,5}#(\d{1,5})x(\d{1,5}))?$/;

/** The address of a kept image in its greatest width. What stands behind the # tells its size before it is loaded. */
export function imageAddress({ imageId, size }: ImageAddress): string {
  const image = `${IMAGE_PATH}/${imageId}`;
  return size ? `${image}/${IMAGE_WIDTHS.at(-1)}#${size.width}x${size.height}` : image;
}

/** What such an address says; null for any other. */
export function readImageAddress(source: string): ImageAddress | null {
  const [, imageId, width, height] = ADDRESS.exec(source) ?? [];
  if (imageId === undefined) return null;
  return { imageId, size: width && height ? { width: Number(width), height: Number(height) } : null };
}

/** Whether it names an image that is not there: nothing is asked for under it. */
export function isAwaitedImage(source: string): boolean {
  return readImageAddress(source)?.size === null;
}

/** The same image whether it is there yet or not. */
export function withoutSize(source: string): string {
  const address = readImageAddress(source);
  return address ? imageAddress({ imageId: address.imageId, size: null }) : source;
}

/** The widths that differ, as an img element's srcset wants them. */
export function imageSrcSet(imageId: string, { width }: ImageSize): string {
  const narrower = IMAGE_WIDTHS.filter((one) => one < width);
  const next = IMAGE_WIDTHS.find((one) => one >= width);
  const candidates = narrower.map((one) => `${IMAGE_PATH}/${imageId}/${one} ${one}w`);
  if (next !== undefined) candidates.push(`${IMAGE_PATH}/${imageId}/${next} ${width}w`);
  return candidates.join(", ");
}
