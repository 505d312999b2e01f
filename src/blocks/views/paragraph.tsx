import type { block } from "#domain/page/blocks/paragraph.ts";
import type { BlockView } from "../block.tsx";
import { RichText } from "../rich-text.tsx";

export function Paragraph({ props }: BlockView<typeof block>) {
  return <RichText html={props.text} className={`cp-paragraph cp-paragraph--${props.style}`} />;
}
