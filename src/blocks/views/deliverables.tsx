import type { block } from "#domain/page/blocks/deliverables.ts";
import type { BlockView } from "../block.tsx";
import { Directed } from "../directed.tsx";
import { EditNote } from "../edit-note.tsx";
import { BlockTitle, EditableRichText } from "../editable-text.tsx";
import { useHeadingTag } from "../heading-levels.ts";
import { useRenderContext } from "../render-context.ts";

export function Deliverables({ item, props }: BlockView<typeof block>) {
  const titleTag = useHeadingTag(item.props.id);
  const { write } = useRenderContext();
  const contents = props.items
    .map(({ content }) => content)
    .filter((content) => content.trim() !== "" || write);
  const title = write ? props.title : props.title.trim();
  const note = contents.length === 0 && <EditNote>Add deliverables to show them here.</EditNote>;
  if (note && !write) return note;
  return (
    <Directed as="section" texts={[title, ...contents]} className="cp-deliverables">
      <BlockTitle item={item} path={["title"]} text={title} tag={titleTag} />
      {contents.length > 0 && (
        <ul className="cp-deliverables__list">
          {contents.map((content, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: items have no id, and two may read the same
            <li key={index}>
              <svg viewBox="0 0 16 16" aria-hidden="true">
                <path d="M2.5 8.5 6 12l7.5-8" />
              </svg>
              <EditableRichText
                item={item}
                path={["items", index, "content"]}
                text={content}
                className="cp-deliverables__content"
              />
            </li>
          ))}
        </ul>
      )}
      {note}
    </Directed>
  );
}
