import { GripVertical, Plus } from "lucide-react";
import { type ReactNode, useState } from "react";
import { comparableText } from "#domain/lists/comparable-text.ts";
import type { AnyBlockEdit } from "#domain/page/block-edit.ts";
import { BLOCK_EDITS, labelOfBlock } from "#domain/page/block-edits.ts";
import { findItem } from "#domain/page/edit-page.ts";
import { blockShape } from "#domain/page/find-block.ts";
import { INPUT_CLASS } from "#web/lib/class-names.ts";
import { goToNewBlock } from "./area-keys.ts";
import { BlockIcon } from "./block-icon.tsx";
import { useGrip } from "./drag/press-to-drag.ts";
import { useEditing, useEditor } from "./editing-context.ts";
import { SectionList } from "./sections/section-list.tsx";

const GROUPS: readonly { group: AnyBlockEdit["group"]; label: string }[] = [
  { group: "text", label: "Text" },
  { group: "layout", label: "Layout" },
  { group: "media", label: "Pictures and videos" },
  { group: "prices", label: "Work and prices" },
  { group: "proposal", label: "Parts of a proposal" },
];

/** Every block: dragged onto the page, or added at the selected block by a press. */
export function AddPanel() {
  const [typed, setTyped] = useState("");
  const { editing } = useEditor();
  const holder = useEditing((now) => holderOf(now.page, now.selectedId));
  const found = findBlocks(typed);
  const add = (type: string, isInside = false) => {
    if (editing.add(type, isInside)) goToNewBlock(editing);
  };
  return (
    <div className="flex min-h-0 flex-col">
      <div className="space-y-2 p-3">
        <input
          type="search"
          aria-label="Search blocks and sections"
          placeholder="Search"
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          onKeyDown={(event) => {
            const [first] = found;
            if (event.key === "Enter" && typed !== "" && first) add(first.block.type);
          }}
          className={INPUT_CLASS}
        />
        <p className="text-ink-faint text-sm">
          {holder
            ? `Added after the selected block, or inside the ${holder}.`
            : "Added after the selected block, or at the end."}
        </p>
      </div>
      {GROUPS.map(({ group, label }) => {
        const blocks = found.filter((edit) => edit.group === group);
        if (blocks.length === 0) return null;
        return (
          <section key={group} className="px-3 pb-3">
            <h2 className="mb-1 font-medium text-ink-faint text-xs">{label}</h2>
            <ul>
              {blocks.map((edit) => (
                <BlockRow key={edit.block.type} edit={edit} holder={holder} onAdd={add} />
              ))}
            </ul>
          </section>
        );
      })}
      <SectionList typed={typed} hasBlocks={found.length > 0} holder={holder} />
    </div>
  );
}

type BlockRowProps = {
  edit: AnyBlockEdit;
  holder: string | null;
  onAdd: (type: string, isInside?: boolean) => void;
};

function BlockRow({ edit: { block, label }, holder, onAdd }: BlockRowProps) {
  const { editing } = useEditor();
  const grip = useGrip(() => ({ items: [editing.newItem(block.type)] }));
  return (
    <li className="flex items-center gap-0.5">
      <div
        {...grip}
        className="editor-drawer-item flex h-9 min-w-0 flex-1 cursor-grab select-none items-center gap-2 rounded-md px-1.5 hover:bg-hover touch:h-11"
        aria-hidden="true"
        data-block={block.type}
      >
        <GripVertical strokeWidth={1.5} className="size-3.5 shrink-0 text-ink-faint" />
        <BlockIcon type={block.type} />
        <span className="truncate">{label}</span>
      </div>
      {holder ? (
        <AddButton label={`Add ${label} inside the ${holder}`} onPress={() => onAdd(block.type, true)}>
          Inside
        </AddButton>
      ) : null}
      <AddButton label={`Add ${label}`} onPress={() => onAdd(block.type)}>
        <Plus aria-hidden="true" strokeWidth={1.75} className="size-4" />
      </AddButton>
    </li>
  );
}

type AddButtonProps = { label: string; onPress: () => void; children: ReactNode };

function AddButton({ label, onPress, children }: AddButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      onClick={onPress}
      className="flex h-8 min-w-8 shrink-0 items-center justify-center rounded-md px-1.5 text-brand text-xs hover:bg-brand-soft touch:min-h-11 touch:min-w-11"
    >
      {children}
    </button>
  );
}

/** The label of the selected block if it is a container. */
function holderOf(page: Parameters<typeof findItem>[0], id: string | null): string | null {
  const item = id === null ? undefined : findItem(page, id)?.item;
  return item && blockShape(item.type).slots.length > 0 ? labelOfBlock(item.type) : null;
}

/** The blocks that a typed word means, those that begin with it first. */
function findBlocks(typed: string): readonly AnyBlockEdit[] {
  const query = comparableText(typed.trim());
  if (query === "") return BLOCK_EDITS;
  const matching = BLOCK_EDITS.filter(({ label }) => comparableText(label).includes(query));
  return matching.toSorted(
    (one, other) =>
      Number(!comparableText(one.label).startsWith(query)) -
      Number(!comparableText(other.label).startsWith(query)),
  );
}
