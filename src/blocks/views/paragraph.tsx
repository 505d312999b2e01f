import type { block } from "#domain/page/blocks/paragraph.ts";
import type { BlockView } from "../block.tsx";
import { useRenderContext } from "../render-context.ts";
import { RichText } from "../rich-text.tsx";

export function Paragraph({ item, props }: BlockView<typeof block>) {
  const { write } = useRenderContext();
  const className = `cp-paragraph cp-paragraph--${props.style}`;
  if (write) return write({ blockId: item.props.id, path: ["text"], value: props.text }, className);
  return <RichText html={props.text} className={className} />;
}
