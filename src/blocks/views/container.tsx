import { type CSSProperties, use } from "react";
import type { block, ContainerProps } from "#domain/page/blocks/container.ts";
import type { BlockView } from "../block.tsx";
import { useMissingImage } from "../edit-note.tsx";
import { useRenderContext } from "../render-context.ts";
import { inkClass, SurfaceContext, surfaceOf } from "../surface.ts";

export function Container({ props, slots }: BlockView<typeof block>) {
  const { mode, imageData } = useRenderContext();
  const parentSurface = use(SurfaceContext);
  const { isMissing, watch } = useMissingImage(props.backgroundImage);
  const attribute =
    mode === "print" ? props.backgroundImage && imageData?.(props.backgroundImage) : props.backgroundImage;
  const image = isMissing ? undefined : attribute;
  const surface = surfaceOf(parentSurface, { ...props, hasImage: image !== undefined });
  // On paper the box itself has the colour: a layer behind it would end elsewhere than its text on later pages.
  const isOwnColour = mode === "print" && image === undefined;
  const outer = {
    "--cp-padding": `${props.padding}px`,
    maxWidth: props.maxWidth,
    ...(isOwnColour && props.backgroundColor && { backgroundColor: tintOf(props.backgroundColor, props) }),
  } as CSSProperties;
  const inner = {
    "--cp-columns": props.columns,
    "--cp-gap": `${props.gap}px`,
    justifyContent: props.justifyContent,
  } as CSSProperties;
  const isJustified = props.justifyContent !== "start";
  const layout = isJustified ? " cp-container__content--justified" : props.columns === 1 ? " cp-column" : "";
  return (
    <div className={`cp-container${inkClass(surface, parentSurface)}`} style={outer}>
      {image && <div className="cp-container__image" style={imageStyle(image, props)} />}
      {image && mode !== "print" && <img {...watch} src={image} alt="" hidden />}
      {!isOwnColour && (
        <div
          className="cp-container__tint"
          style={{ backgroundColor: props.backgroundColor, opacity: props.backgroundOpacity }}
        />
      )}
      <SurfaceContext value={surface}>
        {slots.content({ className: `cp-container__content${layout}`, style: inner })}
      </SurfaceContext>
    </div>
  );
}

function tintOf(colour: string, { backgroundOpacity }: ContainerProps): string {
  return `color-mix(in srgb, ${colour} ${backgroundOpacity * 100}%, transparent)`;
}

function imageStyle(image: string, { blur, scale }: ContainerProps): CSSProperties {
  return {
    backgroundImage: `url("${image.replace(/["\\\n]/g, encodeURIComponent)}")`,
    filter: blur > 0 ? `blur(${blur}px)` : undefined,
    transform: scale === 1 ? undefined : `scale(${scale})`,
  };
}
