import type { block } from "#domain/page/blocks/list.ts";
import type { BlockView } from "../block.tsx";
import { AlignedText, Directed } from "../directed.tsx";
import { OwnText } from "../own-text.tsx";
import { useRenderContext } from "../render-context.ts";

export function List({ item, props }: BlockView<typeof block>) {
  const { write } = useRenderContext();
  const titles = props.items.map(({ title }) => title).filter((title) => title.trim() !== "" || write);
  if (titles.length === 0) return null;
  return (
    <Directed as="ul" texts={titles} className="cp-list">
      {titles.map((title, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: items have no id, and two may read the same
        <AlignedText key={index} as="li" text={title}>
          <OwnText item={item} path={["items", index, "title"]} text={title} />
        </AlignedText>
      ))}
    </Directed>
  );
}
