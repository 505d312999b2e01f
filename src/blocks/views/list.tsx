import type { block } from "#domain/page/blocks/list.ts";
import type { BlockView } from "../block.tsx";

export function List({ props }: BlockView<typeof block>) {
  const titles = props.items.map((item) => item.title).filter((title) => title.trim() !== "");
  if (titles.length === 0) return null;
  return (
    <ul dir="auto" className="cp-list">
      {titles.map((title, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: items have no id, and two may read the same
        <li key={index} dir="auto">
          {title}
        </li>
      ))}
    </ul>
  );
}
