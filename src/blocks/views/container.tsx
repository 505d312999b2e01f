import type { CSSProperties } from "react";
import type { block, ContainerProps } from "#domain/page/blocks/container.ts";
import type { BlockView } from "../block.tsx";
import { useMissingImage } from "../missing-image.ts";
import { useRenderContext } from "../render-context.ts";
import { inkClass, SurfaceProvider, surfaceOf, useSurface } from "../surface.ts";

export function Container({ props, slots }: BlockView<typeof block>) {
  const { mode, imageData } = useRenderContext();
  const under = useSurface();
  const { isMissing, watch } = useMissingImage(props.backgroundImage);
  const kept =
    mode === "print" ? props.backgroundImage && imageData?.(props.backgroundImage) : props.backgroundImage;
  const image = isMissing ? undefined : kept;
  const surface = surfaceOf(under, { ...props, hasImage: image !== undefined });
  const outer = { "--cp-padding": `${props.padding}px`, maxWidth: props.maxWidth } as CSSProperties;
  const inner = {
    "--cp-columns": props.columns,
    "--cp-gap": `${props.gap}px`,
    justifyContent: props.justifyContent,
  } as CSSProperties;
  const isJustified = props.justifyContent !== "start";
  const layout = isJustified ? " cp-container__content--justified" : props.columns === 1 ? " cp-column" : "";
  return (
    <div className={`cp-container${inkClass(surface, under)}`} style={outer}>
      {image && <div className="cp-container__image" style={imageStyle(image, props)} />}
      {image && mode !== "print" && <img {...watch} src={image} alt="" hidden />}
      <div
        className="cp-container__tint"
        style={{ backgroundColor: props.backgroundColor, opacity: props.backgroundOpacity }}
      />
      <SurfaceProvider value={surface}>
        {slots.content({ className: `cp-container__content${layout}`, style: inner })}
      </SurfaceProvider>
    </div>
  );
}

function imageStyle(image: string, { blur, scale }: ContainerProps): CSSProperties {
  return {
    backgroundImage: `url("${image.replace(/["\\\n]/g, encodeURIComponent)}")`,
    filter: blur > 0 ? `blur(${blur}px)` : undefined,
    transform: scale === 1 ? undefined : `scale(${scale})`,
  };
}
