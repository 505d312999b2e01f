import type { ImageProps } from "#domain/page/block-props.ts";
import type { BlockView } from "./block.tsx";
import { PageLink } from "./page-link.tsx";
import { useRenderContext } from "./render-context.ts";

export function Image({ props }: BlockView<ImageProps>) {
  const { src, alt, sizeMode, width, height, alignment, padding } = props;
  const { mode, imageData } = useRenderContext();
  if (src === undefined) return null;
  const source = mode === "print" ? imageData?.(src) : src;
  const size = sizeMode === "custom" ? { width, height } : {};
  return (
    <div className={`cp-image cp-align-${alignment}`} style={{ padding }}>
      {source === undefined ? (
        <PageLink href={src} className="cp-image__stand-in">
          Image: {alt || src}
        </PageLink>
      ) : (
        <img src={source} alt={alt} className={`cp-image__${sizeMode}`} style={size} loading="lazy" />
      )}
    </div>
  );
}
