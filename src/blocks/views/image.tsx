import type { CSSProperties } from "react";
import {
  IMAGE_PATH,
  IMAGE_WIDTHS,
  type ImageSize,
  readImageAddress,
  readImageSize,
  withoutSize,
} from "#domain/images/image-address.ts";
import type { block } from "#domain/page/blocks/image.ts";
import type { BlockView } from "../block.tsx";
import { useMissingImage } from "../edit-note.tsx";
import { PageLink } from "../page-link.tsx";
import { useRenderContext } from "../render-context.ts";

export function Image({ props }: BlockView<typeof block>) {
  const { src, alt, sizeMode, width, height, alignment, padding } = props;
  const { mode, imageData } = useRenderContext();
  const { isMissing, watch } = useMissingImage(src);
  if (src === undefined) return null;
  const stored = readImageAddress(src);
  const address = withoutSize(src);
  const known = readImageSize(src);
  const isPending = stored?.size === null;
  const isPrinted = mode === "print";
  const source = isPrinted && !isPending ? imageData?.(src) : src;
  const size = sizeMode === "custom" ? customSize(width, height) : roomOf(known);
  return (
    <div className={`cp-image cp-align-${alignment}`} style={{ padding }}>
      {isPending || source === undefined || isMissing ? (
        <PageLink href={stored ? undefined : address} className="cp-image__stand-in">
          Image{stored && !alt ? "" : `: ${alt || address}`}
        </PageLink>
      ) : (
        <img
          {...watch}
          src={source}
          {...(!isPrinted && { ...known, ...widthsOf(stored, sizeMode === "custom" ? width : undefined) })}
          alt={alt}
          className={`cp-image__${sizeMode}`}
          style={size}
          loading="lazy"
        />
      )}
    </div>
  );
}

/** The author's width and height. With one of them, the image keeps its proportions; only both can crop it. */
function customSize(width = "auto", height = "auto"): CSSProperties {
  const isCropped = width !== "auto" && height !== "auto";
  return { width, height, objectFit: isCropped ? "cover" : "contain" };
}

/** At most as wide as the page and as high as the window. Reserved before the image loads, so nothing moves. */
function roomOf(size: ImageSize | null): CSSProperties {
  if (!size) return {};
  const { width, height } = size;
  return { width: `min(100%, ${width}px, ${Math.round((8000 * width) / height) / 100}vh)` };
}

/** The widths for srcset. No document is wider than 52rem. */
function widthsOf(address: ReturnType<typeof readImageAddress>, customWidth: string | undefined) {
  if (!address?.size) return {};
  const { imageId, size } = address;
  const sizes = customWidth?.endsWith("px") ? customWidth : `min(${size.width}px, 100vw, 52rem)`;
  return { srcSet: imageSrcSet(imageId, size), sizes };
}

function imageSrcSet(imageId: string, { width }: ImageSize): string {
  const narrower = IMAGE_WIDTHS.filter((one) => one < width);
  const next = IMAGE_WIDTHS.find((one) => one >= width);
  const candidates = narrower.map((one) => `${IMAGE_PATH}/${imageId}/${one} ${one}w`);
  if (next !== undefined) candidates.push(`${IMAGE_PATH}/${imageId}/${next} ${width}w`);
  return candidates.join(", ");
}
