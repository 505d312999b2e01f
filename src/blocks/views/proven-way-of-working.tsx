import type { block } from "#domain/page/blocks/proven-way-of-working.ts";
import type { BlockView } from "../block.tsx";
import { Directed, DirectedText } from "../directed.tsx";
import { EditNote } from "../edit-note.tsx";
import { BlockTitle, EditableRichText, EditableText } from "../editable-text.tsx";
import { useHeadingTag } from "../heading-levels.ts";
import { useRenderContext } from "../render-context.ts";

export function ProvenWayOfWorking({ item, props }: BlockView<typeof block>) {
  const nameTag = useHeadingTag(item.props.id);
  const { write } = useRenderContext();
  const phases = props.phases.filter(
    (phase) => Object.values(phase).some((text) => text.trim() !== "") || write,
  );
  if (phases.length === 0) return <EditNote>Add phases to show a way of working here.</EditNote>;
  return (
    <Directed as="ol" texts={phases.flatMap((phase) => Object.values(phase))} className="cp-phases">
      {phases.map(({ name, description, time }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: phases have no id, and two may read the same
        <li key={index} className="cp-phase">
          <div className="cp-phase__head">
            <BlockTitle
              item={item}
              path={["phases", index, "name"]}
              text={name}
              tag={nameTag}
              className="cp-phase__name"
            />
            {(time.trim() || write) && (
              <DirectedText as="p" text={time} className="cp-phase__time">
                <EditableText item={item} path={["phases", index, "time"]} text={time} />
              </DirectedText>
            )}
          </div>
          <EditableRichText
            item={item}
            path={["phases", index, "description"]}
            text={description}
            className="cp-phase__description"
          />
        </li>
      ))}
    </Directed>
  );
}
