import { createElement } from "react";
import type { block, HeadingProps } from "#domain/page/blocks/heading.ts";
import { READABLE, READABLE_LARGE } from "#domain/page/colour.ts";
import type { BlockView } from "../block.tsx";
import { useHeadingTag } from "../heading-levels.ts";
import { OwnText } from "../own-text.tsx";
import { useRenderContext } from "../render-context.ts";
import { useReadableColour } from "../surface.ts";
import { useTextAttributes } from "../text-attributes.ts";

const LARGE: readonly HeadingProps["size"][] = ["title", "h1", "h2"];

export function Heading({ item, props }: BlockView<typeof block>) {
  const { text, size, anchor, textColor, alignment } = props;
  const tag = useHeadingTag(item.props.id);
  const color = useReadableColour(textColor, LARGE.includes(size) ? READABLE_LARGE : READABLE);
  const { write } = useRenderContext();
  const attributes = useTextAttributes(text);
  if (text.trim() === "" && !write) return null;
  const shown = <OwnText item={item} path={["text"]} text={text} />;
  const className = `cp-heading cp-heading--${size} cp-align-${alignment}`;
  return createElement(tag, { id: anchor, ...attributes, className, style: { color } }, shown);
}
