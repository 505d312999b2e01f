import type { ParagraphProps } from "#domain/page/block-props.ts";
import type { BlockView } from "./block.tsx";
import { RichText } from "./rich-text.tsx";

export function Paragraph({ props }: BlockView<ParagraphProps>) {
  return <RichText html={props.text} className={`cp-paragraph cp-paragraph--${props.style}`} />;
}
