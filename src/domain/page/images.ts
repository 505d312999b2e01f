import {
  type ImageAddress,
  type ImageSize,
  imageAddress,
  readImageAddress,
  withoutSize,
  withSize,
} from "../images/image-address.ts";
import type { PropPath } from "./block-field.ts";
import { block as Image } from "./blocks/image.ts";
import type { BlockShape } from "./declare-block.ts";
import { blockShape } from "./find-block.ts";
import type { PageItem, PuckState } from "./page.ts";
import { mediaSource } from "./safe-url.ts";
import { thumbnailAddress, withoutStoredImage, withStoredImage, youTubeVideoId } from "./video-source.ts";
import { allItems, changeProps, itemsOf, mapItems } from "./walk-page.ts";

/** A stored image; as the preview image of a video it has the video's title. */
export type StoredImage = ImageAddress & { title?: string | null };

/** The block with `change` applied to each of its image addresses. */
function changeImages(item: PageItem, change: (source: string) => string): PageItem {
  return changeProps(item, blockShape(item.type).images, change);
}

function changeVideos(item: PageItem, change: (source: string) => string): PageItem {
  return changeProps(item, blockShape(item.type).videos, change);
}

/** The distinct addresses of images on other hosts that a migrated page shows, videos' preview images among them. */
export function outsideImages(page: PuckState): string[] {
  return [...findTexts(page, ({ images }) => images, outsideAddress), ...videoThumbnails(page)];
}

/** The distinct ids of a page's own images, with or without a stored copy. */
export function imageIdsOf(page: PuckState): string[] {
  return findTexts(
    page,
    ({ images }) => images,
    (source) => readImageAddress(source)?.imageId,
  );
}

/** Who describes a picture needs less; a longer text is not remembered. */
const MAX_ALT_LENGTH = 2000;

/** The last alternative text of each picture on a page, by its address on another host, or by our own without size. */
export function alternativeTexts(page: PuckState): Map<string, string> {
  return new Map(
    itemsOf(page, Image).flatMap(({ props }) => {
      const alt = props.alt.trim();
      const source = props.src && (outsideAddress(props.src) ?? withoutSize(props.src));
      return source && alt !== "" && alt.length <= MAX_ALT_LENGTH ? [[source, alt] as const] : [];
    }),
  );
}

/** The distinct addresses of the preview images of a page's YouTube videos. */
export function videoThumbnails(page: PuckState): string[] {
  return findTexts(page, ({ videos }) => videos, youTubeVideoId).map(thumbnailAddress);
}

/** The distinct results of `find` over the texts at these paths of all blocks. */
function findTexts(
  page: PuckState,
  pathsOf: (shape: BlockShape) => readonly PropPath[],
  find: (text: string) => string | undefined,
): string[] {
  const found = new Set<string>();
  for (const item of allItems(page)) {
    changeProps(item, pathsOf(blockShape(item.type)), (text) => {
      const one = find(text);
      if (one !== undefined) found.add(one);
      return text;
    });
  }
  return [...found];
}

/** The page with stored copies of images; unknown ones are removed. A video's address names its preview and title. */
export function showStoredImages(page: PuckState, images: ReadonlyMap<string, StoredImage>): PuckState {
  const showImage = (source: string) => {
    const outside = outsideAddress(source);
    if (outside === undefined) return source;
    const image = images.get(outside);
    return image ? imageAddress(image) : "";
  };
  const showVideo = (source: string) => {
    const videoId = youTubeVideoId(source);
    const image = videoId === undefined ? undefined : images.get(thumbnailAddress(videoId));
    return image?.size ? withStoredImage(source, image.imageId, image.title) : source;
  };
  return mapItems(page, (item) => changeVideos(changeImages(item, showImage), showVideo));
}

/** The distinct addresses of a page's images in the portal's own folder. */
export function siteImages(page: PuckState): string[] {
  return findTexts(
    page,
    ({ images }) => images,
    (source) => (isSitePath(source) ? source : undefined),
  );
}

/** The page with these sizes at the addresses of images in the portal's own folder. */
export function withImageSizes(page: PuckState, sizes: ReadonlyMap<string, ImageSize>): PuckState {
  const addSize = (source: string) => {
    const size = sizes.get(source);
    return size ? withSize(source, size) : source;
  };
  return mapItems(page, (item) => changeImages(item, addSize));
}

/** The page without image sizes: equal before and after these are known. */
export function withoutImageSizes(page: PuckState): PuckState {
  return mapItems(page, (item) => changeVideos(changeImages(item, withoutSize), withoutStoredImage));
}

/** Whether the address is a path below the portal's own, without a part after #. */
function isSitePath(source: string): boolean {
  return (
    source.startsWith("/") && !source.startsWith("//") && !source.includes("#") && !readImageAddress(source)
  );
}

function outsideAddress(source: string): string | undefined {
  const address = mediaSource(source);
  return address?.startsWith("https://") ? address : undefined;
}
