import type { block } from "#domain/page/blocks/proven-way-of-working.ts";
import type { BlockView } from "../block.tsx";
import { BlockTitle } from "../block-title.tsx";
import { EditNote } from "../edit-note.tsx";
import { useHeadingTag } from "../heading-levels.ts";
import { RichText } from "../rich-text.tsx";

/** The phases of the work in order, each with its duration. */
export function ProvenWayOfWorking({ item, props }: BlockView<typeof block>) {
  const nameTag = useHeadingTag(item.props.id);
  const phases = props.phases.filter((phase) => Object.values(phase).some((text) => text.trim() !== ""));
  if (phases.length === 0) return <EditNote>Add phases to show a way of working here.</EditNote>;
  return (
    <ol className="cp-phases">
      {phases.map(({ name, description, time }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: phases have no id, and two may read the same
        <li key={index} className="cp-phase">
          <div className="cp-phase__head">
            {name.trim() && (
              <BlockTitle tag={nameTag} className="cp-phase__name">
                {name}
              </BlockTitle>
            )}
            {time.trim() && (
              <p dir="auto" className="cp-phase__time">
                {time}
              </p>
            )}
          </div>
          <RichText html={description} className="cp-phase__description" />
        </li>
      ))}
    </ol>
  );
}
