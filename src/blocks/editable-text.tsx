import type { PageItem } from "#domain/page/page.ts";
import { DirectedText } from "./directed.tsx";
import type { useHeadingTag } from "./heading-levels.ts";
import { isolateFigures } from "./isolate-figures.tsx";
import { type TextPlace, useRenderContext } from "./render-context.ts";
import { RichText } from "./rich-text.tsx";

type EditableTextProps = { item: PageItem; path: TextPlace["path"]; text: string };

/** A short text of a block, which its author edits in place. */
export function EditableText({ item, path, text }: EditableTextProps) {
  const { write } = useRenderContext();
  if (write) return write({ blockId: item.props.id, path, value: text });
  return isolateFigures(text);
}

/** Formatted text inside a block, which its author edits in place. */
export function EditableRichText({ item, path, text, className }: EditableTextProps & { className: string }) {
  const { write } = useRenderContext();
  if (write) return write({ blockId: item.props.id, path, value: text }, className);
  return <RichText html={text} className={className} />;
}

type BlockTitleProps = EditableTextProps & { tag: ReturnType<typeof useHeadingTag>; className?: string };

/** The heading of a block. Readers see no empty one. */
export function BlockTitle({ tag, className = "cp-block-title", ...title }: BlockTitleProps) {
  const { write } = useRenderContext();
  if (title.text.trim() === "" && !write) return null;
  return (
    <DirectedText as={tag} text={title.text} className={className}>
      <EditableText {...title} />
    </DirectedText>
  );
}
