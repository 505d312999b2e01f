import { useState } from "react";
import type { BlockField } from "#domain/page/block-field.ts";
import { isPlainObject } from "#domain/page/json-value.ts";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import { RichTextInput } from "../../ui/rich-text-input.tsx";
import { ChoiceControl } from "./choice-control.tsx";
import { ColourField } from "./colour-field.tsx";
import type { FieldEdit } from "./field-parts.ts";
import { ImageField } from "./image-field.tsx";
import { LinkField } from "./link-field.tsx";
import { ListField } from "./list-field.tsx";
import { TypedField } from "./typed-field.tsx";
import { VideoField } from "./video-field.tsx";
import { WorkField } from "./work-field.tsx";

type FieldControlProps = {
  field: BlockField;
  edit: FieldEdit;
  /** The value, including its draft. */
  value: unknown;
  /** The value on the page. */
  stored: unknown;
  onChange: (value: unknown) => void;
  /** Receives the alternative text of a reused picture, if the block has such a field. */
  onDescribe?: ((alt: string) => void) | undefined;
};

/** The control of one field, by its kind. */
export function FieldControl({ field, edit, value, stored, onChange, onDescribe }: FieldControlProps) {
  const { label } = edit;
  switch (field.kind) {
    case "text":
      return (
        <TextField
          isLong
          label={label}
          rows={1}
          className="field-sizing-content max-h-60 min-h-10! resize-none!"
          value={textOf(value)}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      );
    case "html":
      return <HtmlField label={label} value={textOf(value)} stored={textOf(stored)} onChange={onChange} />;
    case "flag":
      return (
        <Checkbox
          label={label}
          checked={field.read(value) === true}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
      );
    case "choice": {
      const choices = field.words.map((word) => ({ id: word, name: edit.options?.[word] ?? word }));
      const chosen = choices.find(({ id }) => id === field.read(value)) ?? null;
      return (
        <ChoiceControl
          label={label}
          choices={choices}
          value={chosen}
          onChange={(choice) => choice && onChange(choice.id)}
        />
      );
    }
    case "number":
    case "decimal":
    case "length":
    case "anchor":
    case "email":
      return <TypedField field={field} label={label} value={value} onChange={onChange} />;
    case "day":
      return (
        <TextField
          label={label}
          type="date"
          value={textOf(value)}
          onChange={(event) => onChange(event.currentTarget.value || undefined)}
        />
      );
    case "colour":
      return <ColourField label={label} value={value} onChange={onChange} />;
    case "link":
      return <LinkField label={label} value={textOf(value)} onChange={onChange} />;
    case "image":
      return <ImageField label={label} value={textOf(value)} onChange={onChange} onDescribe={onDescribe} />;
    case "video":
      return (
        <VideoField
          label={label}
          value={addressOf(value)}
          isYouTubeOnly={field.isYouTubeOnly}
          onChange={onChange}
        />
      );
    case "list":
      return (
        <ListField
          label={label}
          value={listOf(value)}
          newItem={field.of.kind === "group" ? {} : ""}
          onChange={onChange}
        >
          {(item, index, change) => (
            <ItemFields
              of={field.of}
              edit={edit}
              index={index}
              value={item}
              stored={listOf(stored)[index]}
              onChange={change}
            />
          )}
        </ListField>
      );
    case "group":
      return (
        <fieldset className="min-w-0">
          <legend className="mb-2 font-medium text-sm">{label}</legend>
          <div className={isOfNumbers(field) ? "grid grid-cols-2 gap-3" : "space-y-4"}>
            <GroupFields field={field} edit={edit} value={value} stored={stored} onChange={onChange} />
          </div>
        </fieldset>
      );
    case "workOrders":
      return <WorkField label={label} value={value} onChange={onChange} />;
    case "id":
    case "resolved":
      return null;
  }
}

type ItemFieldsProps = Omit<FieldControlProps, "field"> & { of: BlockField; index: number };

function ItemFields({ of, index, edit, ...rest }: ItemFieldsProps) {
  if (of.kind === "group") return <GroupFields field={of} edit={edit} {...rest} />;
  return <FieldControl field={of} edit={{ label: `${edit.label}: ${index + 1}` }} {...rest} />;
}

type GroupFieldsProps = Omit<FieldControlProps, "field"> & { field: Extract<BlockField, { kind: "group" }> };

/** The controls of a group's own fields. */
function GroupFields({ field, edit, value, stored, onChange }: GroupFieldsProps) {
  const values = recordOf(value);
  return Object.entries(field.fields).map(([name, inner]) => {
    const own = edit.fields?.[name];
    if (!own || (own.shownIf && values[own.shownIf[0]] !== own.shownIf[1])) return null;
    return (
      <FieldControl
        key={name}
        field={inner}
        edit={own}
        value={values[name]}
        stored={recordOf(stored)[name]}
        onChange={(changed) => onChange({ ...values, [name]: changed })}
      />
    );
  });
}

function isOfNumbers({ fields }: Extract<BlockField, { kind: "group" }>): boolean {
  return Object.values(fields).every(({ kind }) => kind === "number");
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

/** An address may be stored as an object with a url. */
function addressOf(value: unknown): string {
  return textOf(isPlainObject(value) ? value.url : value);
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function recordOf(value: unknown): Record<string, unknown> {
  return isPlainObject(value) ? value : {};
}

type HtmlFieldProps = { label: string; value: string; stored: string; onChange: (html: string) => void };

/** A rich text field. It follows edits of the same text on the page, and undo. */
function HtmlField({ label, value, stored, onChange }: HtmlFieldProps) {
  const [shown, setShown] = useState(value);
  if (value === stored && stored !== shown) setShown(stored);
  return (
    <RichTextInput
      label={label}
      value={shown}
      hasHeadings
      onChange={(html) => {
        setShown(html);
        onChange(html);
      }}
    />
  );
}
