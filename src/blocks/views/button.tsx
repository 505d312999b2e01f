import { type CSSProperties, use } from "react";
import type { ButtonProps, block } from "#domain/page/blocks/button.ts";
import { blend, type Colour, textOn } from "#domain/page/colour.ts";
import type { BlockView } from "../block.tsx";
import { Isolated } from "../directed.tsx";
import { EditNote } from "../edit-note.tsx";
import { EditableText } from "../editable-text.tsx";
import { PageLink, PrintedAddress, useIsPressable } from "../page-link.tsx";
import { useRenderContext } from "../render-context.ts";
import { PAPER, SurfaceContext } from "../surface.ts";

/** Without an address it has no fill and no colours, so that readers do not press it in vain. */
export function Button({ item, props }: BlockView<typeof block>) {
  const { text, link, target, padding, width, align } = props;
  const behind = use(SurfaceContext) ?? PAPER;
  const { write } = useRenderContext();
  const isPressable = useIsPressable(link);
  if (text.trim() === "" && !write) return null;
  const style = {
    padding: `${padding.top}px ${padding.right}px ${padding.bottom}px ${padding.left}px`,
    ...(isPressable && colours(props, behind)),
  } as CSSProperties;
  return (
    <div className={`cp-button-row cp-align-${align}`}>
      <PageLink
        href={link}
        target={target}
        className={`cp-button cp-button--${width}${isPressable ? "" : " cp-button--inert"}`}
        style={style}
      >
        <Isolated text={text}>
          <EditableText item={item} path={["text"]} text={text} />
        </Isolated>
      </PageLink>
      <PrintedAddress href={link} />
      {!isPressable && <EditNote>This button has no address to lead to.</EditNote>}
    </div>
  );
}

/** The author's colours as variables of the style sheet. A text colour without enough contrast is left out. */
function colours(props: ButtonProps, behind: Colour): Record<`--cp-button-${string}`, Colour> {
  const normal = props.backgroundColor;
  const hover = props.hoverBackgroundColor ?? normal;
  const set = {
    "--cp-button-fill": normal,
    "--cp-button-edge": props.borderColor,
    "--cp-button-text": normal && textOn(blend(normal, 1, behind), props.textColor),
    "--cp-button-hover-fill": hover,
    "--cp-button-hover-edge": props.hoverBorderColor ?? props.borderColor,
    "--cp-button-hover-text":
      hover && textOn(blend(hover, 1, behind), props.hoverTextColor ?? props.textColor),
  };
  return Object.fromEntries(Object.entries(set).filter(([, value]) => value !== undefined)) as Record<
    `--cp-button-${string}`,
    Colour
  >;
}
