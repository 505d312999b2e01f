import type { PageItem } from "#domain/page/page.ts";
import { isolateFigures } from "./isolate-figures.tsx";
import { type TextPlace, useRenderContext } from "./render-context.ts";
import { RichText } from "./rich-text.tsx";

type OwnTextProps = { item: PageItem; path: TextPlace["path"]; text: string };

/** A short text of a block, which its author writes in place. */
export function OwnText({ item, path, text }: OwnTextProps) {
  const { write } = useRenderContext();
  if (write) return write({ blockId: item.props.id, path, value: text });
  return isolateFigures(text);
}

/** Formatted text inside a block, which its author writes in place. */
export function OwnRichText({ item, path, text, className }: OwnTextProps & { className: string }) {
  const { write } = useRenderContext();
  if (write) return write({ blockId: item.props.id, path, value: text }, className);
  return <RichText html={text} className={className} />;
}
