import type { block } from "#domain/page/blocks/paragraph.ts";
import type { BlockView } from "../block.tsx";
import { OwnRichText } from "../own-text.tsx";

export function Paragraph({ item, props: { text, style } }: BlockView<typeof block>) {
  const className = `cp-paragraph cp-paragraph--${style}`;
  return <OwnRichText item={item} path={["text"]} text={text} className={className} />;
}
