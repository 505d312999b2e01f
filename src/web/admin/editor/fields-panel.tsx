import { BookmarkPlus, Copy, Group, Trash2 } from "lucide-react";
import type { ReactNode } from "react";
import { findEdit, labelOfBlock } from "#domain/page/block-edits.ts";
import type { BlockField } from "#domain/page/block-field.ts";
import { findItem } from "#domain/page/edit-page.ts";
import { isLocked, isWorkField } from "#domain/page/locks.ts";
import { countWords, pageText } from "#domain/page/page-text.ts";
import { Button } from "#web/ui/button.tsx";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import { blocks } from "./announcements.ts";
import { THE_PAGE } from "./drafts.ts";
import { useDraft, useEditing, useEditor } from "./editing-context.ts";
import { FieldControl } from "./fields/field-control.tsx";
import { FIELD_PARTS, type FieldEdit, partOf } from "./fields/field-parts.ts";

/** The settings of the selected block, one control for each field of its declaration. */
export function FieldsPanel() {
  const ids = useEditing((now) => now.selectedIds);
  // The page changes with each step, so this is read again.
  const page = useEditing((now) => now.page);
  const [id] = ids;
  const item = id === undefined ? undefined : findItem(page, id)?.item;
  if (ids.length > 1) return <ManySelected ids={ids} />;
  if (!item) {
    return (
      <div className="space-y-3 p-4 text-ink-soft">
        <PageTitle />
        <WordCount />
        <p>Select a block on the page to see its settings.</p>
        <p className="text-sm">
          Click a text to edit it. Alt and the up or down arrow move a block, Ctrl+D duplicates it, Delete
          removes it, Ctrl+Z undoes the last change. Click with Shift or Ctrl to select several blocks. F6
          moves from the page to these settings and on to the blocks.
        </p>
      </div>
    );
  }
  return <BlockFields id={item.props.id} />;
}

/** The title of the browser tab while a client reads the page. Documents do not inherit a template's title. */
function PageTitle() {
  const { edited, editing } = useEditor();
  const stored = useEditing((now) => now.page.root.props?.title ?? "");
  const typed = useDraft(THE_PAGE)?.title;
  if (edited.kind === "template") return null;
  return (
    <div className="text-ink">
      <TextField
        label="Title of the page"
        hint="Readers see it in the browser tab. If empty, the name of the document is used."
        autoComplete="off"
        maxLength={300}
        value={typeof typed === "string" ? typed : stored}
        onChange={({ currentTarget }) => editing.drafts.write(THE_PAGE, "title", currentTarget.value)}
        onBlur={() => editing.drafts.flush()}
      />
    </div>
  );
}

/** How long the page is, for its author. */
function WordCount() {
  const words = useEditing((now) => countWords(pageText(now.page)));
  return (
    <p className="text-sm">{words === 1 ? "1 word" : `${words.toLocaleString("en-AU")} words`} on the page</p>
  );
}

/** The actions for several selected blocks. */
function ManySelected({ ids }: { ids: readonly string[] }) {
  const { editing, saveAsSection } = useEditor();
  return (
    <div className="space-y-4 p-4">
      <h2 className="font-semibold text-lg">{blocks(ids)} selected</h2>
      <div className="flex flex-wrap gap-2">
        <Button size="sm" icon={<Group aria-hidden="true" />} onClick={() => editing.group(ids)}>
          Group in a container
        </Button>
        <Button size="sm" icon={<Copy aria-hidden="true" />} onClick={() => editing.duplicate(ids)}>
          Duplicate
        </Button>
        <Button size="sm" icon={<BookmarkPlus aria-hidden="true" />} onClick={saveAsSection}>
          Save as section
        </Button>
        <Button size="sm" icon={<Trash2 aria-hidden="true" />} onClick={() => editing.remove(ids)}>
          Delete
        </Button>
      </div>
      <p className="text-ink-soft text-sm">
        Alt and an arrow move them together. Ctrl+C copies them, Ctrl+X cuts them, Ctrl+G groups them.
      </p>
    </div>
  );
}

/** The next block of the same type takes these over, which is faster than new ones. Others hold what is being typed. */
const SHOWS_ONLY_ITS_VALUE: ReadonlySet<BlockField["kind"]> = new Set(["text", "flag", "choice"]);

function BlockFields({ id }: { id: string }) {
  const { edited, editing } = useEditor();
  const draft = useDraft(id);
  // Read together with the draft: for a moment without both, a list would lose its new item and its focus.
  const item = useEditing((now) => findItem(now.page, id)?.item);
  if (!item) return null;
  const isFixed = editing.isFixed(id);
  const edit = findEdit(item.type);
  if (!edit) {
    return (
      <div className="space-y-2 p-4">
        <h2 className="font-semibold text-lg">{item.type}</h2>
        <p className="text-ink-soft">
          No configuration for {item.type}. This portal keeps the block as it is
          {isFixed ? ", and its template has locked it." : "; it can be moved or deleted."}
        </p>
      </div>
    );
  }
  const values: Record<string, unknown> = { ...item.props, ...draft };
  const describe = (alt: string) => editing.drafts.write(id, "alt", alt);
  const fields = Object.entries(edit.block.fields).flatMap(([name, field]) => {
    const own = edit.fields[name] as FieldEdit | undefined;
    const isHidden = field.kind === "slot" || field.kind === "resolved" || !own;
    return isHidden || (isFixed && !isWorkField(item.type, name)) ? [] : [{ name, field, own }];
  });
  const parts = FIELD_PARTS.flatMap((part) => {
    const inPart = fields.filter(({ name, field }) => partOf(name, field) === part);
    return inPart.length > 0 ? [{ part, fields: inPart }] : [];
  });
  return (
    <div className="space-y-5 p-4">
      <h2 className="font-semibold text-lg">{labelOfBlock(item.type)}</h2>
      {isFixed ? (
        <Notice tone="info" title="Locked by the template">
          This block and its content can't be edited. It can be unlocked only in the template, for new
          documents.
        </Notice>
      ) : null}
      {edited.kind === "template" ? (
        <Checkbox
          label="Locked in documents made from the template"
          checked={isLocked(item)}
          onChange={() => editing.toggleLock([id])}
        />
      ) : null}
      {fields.length === 0 && !isFixed ? <p className="text-ink-soft">This block has no settings.</p> : null}
      {parts.map(({ part, fields: inPart }) => (
        <FieldGroup key={part} name={parts.length > 1 ? part : null}>
          {inPart.map(({ name, field, own }) => (
            <FieldControl
              key={SHOWS_ONLY_ITS_VALUE.has(field.kind) ? `${item.type} ${name}` : `${id} ${name}`}
              field={field}
              edit={own}
              value={values[name]}
              stored={item.props[name]}
              onChange={(value) => editing.drafts.write(id, name, value)}
              onDescribe={"alt" in edit.block.fields ? describe : undefined}
            />
          ))}
        </FieldGroup>
      ))}
    </div>
  );
}

type FieldGroupProps = {
  /** Null: the block's settings are of one part only, which needs no name. */
  name: string | null;
  children: ReactNode;
};

function FieldGroup({ name, children }: FieldGroupProps) {
  if (name === null) return children;
  return (
    <fieldset className="min-w-0 border-line border-t pt-4">
      <legend className="sr-only">{name}</legend>
      <p aria-hidden="true" className="mb-5 font-medium text-ink-faint text-xs">
        {name}
      </p>
      <div className="space-y-5">{children}</div>
    </fieldset>
  );
}
