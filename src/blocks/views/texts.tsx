import { createElement } from "react";
import type { HeadingProps, block as heading } from "#domain/page/blocks/heading.ts";
import type { block as list } from "#domain/page/blocks/list.ts";
import type { block as paragraph } from "#domain/page/blocks/paragraph.ts";
import { READABLE, READABLE_LARGE } from "#domain/page/colour.ts";
import type { BlockView } from "../block.tsx";
import { AlignedText, Directed } from "../directed.tsx";
import { EditNote } from "../edit-note.tsx";
import { EditableRichText, EditableText } from "../editable-text.tsx";
import { useHeadingTag } from "../heading-levels.ts";
import { useRenderContext } from "../render-context.ts";
import { useReadableColour } from "../surface.ts";
import { useTextAttributes } from "../text-attributes.ts";

const LARGE: readonly HeadingProps["size"][] = ["title", "h1", "h2"];

export function Heading({ item, props }: BlockView<typeof heading>) {
  const { text, size, anchor, textColor, alignment } = props;
  const tag = useHeadingTag(item.props.id);
  const color = useReadableColour(textColor, LARGE.includes(size) ? READABLE_LARGE : READABLE);
  const { write } = useRenderContext();
  const attributes = useTextAttributes(text);
  if (text.trim() === "" && !write) return null;
  const shown = <EditableText item={item} path={["text"]} text={text} />;
  const className = `cp-heading cp-heading--${size} cp-align-${alignment}`;
  return createElement(tag, { id: anchor, ...attributes, className, style: { color } }, shown);
}

export function Paragraph({ item, props: { text, style } }: BlockView<typeof paragraph>) {
  const className = `cp-paragraph cp-paragraph--${style}`;
  return <EditableRichText item={item} path={["text"]} text={text} className={className} />;
}

export function List({ item, props }: BlockView<typeof list>) {
  const { write } = useRenderContext();
  const titles = props.items.map(({ title }) => title).filter((title) => title.trim() !== "" || write);
  if (titles.length === 0) return null;
  return (
    <Directed as="ul" texts={titles} className="cp-list">
      {titles.map((title, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: items have no id, and two may read the same
        <AlignedText key={index} as="li" text={title}>
          <EditableText item={item} path={["items", index, "title"]} text={title} />
        </AlignedText>
      ))}
    </Directed>
  );
}

/** A page break on paper. Only authors see it. */
export function PageBreak() {
  return (
    <div className="cp-page-break">
      <EditNote>Page break</EditNote>
    </div>
  );
}
