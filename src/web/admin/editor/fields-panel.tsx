import { findItem } from "#domain/page/edit-page.ts";
import type { PageItem } from "#domain/page/page.ts";
import { findEdit, labelOf } from "./block-labels.ts";
import { useDesk, useDraft, useEditing } from "./editing-context.ts";
import { FieldControl } from "./fields/field-control.tsx";
import type { FieldEdit } from "./fields/field-edit.ts";

/** The settings of the selected block, one control for each field of its declaration. */
export function FieldsPanel() {
  const id = useEditing((now) => now.selectedId);
  // The page changes with each step, so this is read again.
  const page = useEditing((now) => now.page);
  const item = id === null ? undefined : findItem(page, id)?.item;
  if (!item) {
    return (
      <div className="space-y-3 p-4 text-ink-soft">
        <p>Select a block on the page to see its settings.</p>
        <p className="text-sm">
          Press a text to write. Alt and the up or down arrow move a block, Ctrl+D duplicates it, Delete takes
          it away, Ctrl+Z takes a step back.
        </p>
      </div>
    );
  }
  return <BlockFields key={item.props.id} item={item} />;
}

function BlockFields({ item }: { item: PageItem }) {
  const { editing } = useDesk();
  const id = item.props.id;
  const draft = useDraft(id);
  const edit = findEdit(item.type);
  if (!edit) {
    return (
      <div className="space-y-2 p-4">
        <h2 className="font-semibold text-lg">{item.type}</h2>
        <p className="text-ink-soft">
          No configuration for {item.type}. This portal keeps the block as it is; it can be moved or deleted.
        </p>
      </div>
    );
  }
  const values: Record<string, unknown> = { ...item.props, ...draft };
  const fields = Object.entries(edit.block.fields).flatMap(([name, field]) => {
    const own = edit.fields[name] as FieldEdit | undefined;
    return field.kind === "slot" || field.kind === "resolved" || !own ? [] : [{ name, field, own }];
  });
  return (
    <div className="space-y-5 p-4">
      <h2 className="font-semibold text-lg">{labelOf(item.type)}</h2>
      {fields.length === 0 ? <p className="text-ink-soft">This block has no settings.</p> : null}
      {fields.map(({ name, field, own }) => (
        <FieldControl
          key={name}
          field={field}
          edit={own}
          value={values[name]}
          stored={item.props[name]}
          onChange={(value) => editing.drafts.write(id, name, value)}
        />
      ))}
    </div>
  );
}
