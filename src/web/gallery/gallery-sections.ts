import { type AnyBlockEdit, startingProps } from "#domain/page/block-edit.ts";
import { BLOCK_EDITS } from "./block-edits.ts";
import { COMBINATIONS } from "./combinations.ts";
import { type GallerySection, makeBlock, sampleOf, settingsOf } from "./samples.ts";

/** Every block in every setting of its declaration. */
export const GALLERY_SECTIONS: readonly GallerySection[] = [
  ...BLOCK_EDITS.flatMap(sectionsOf),
  ...COMBINATIONS,
];

function sectionsOf(edit: AnyBlockEdit): GallerySection[] {
  const { type, fields } = edit.block;
  const names = Object.keys(fields);
  const sample = () =>
    Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, sampleOf(field)] as const));
  const settings = Object.entries(fields).map(([name, field]) => ({
    block: edit.label,
    setting: edit.fields[name]?.label ?? name,
    content: settingsOf(field).map((setting) => makeBlock(type, { ...sample(), [name]: setting })),
  }));
  return [
    { block: edit.label, setting: "in use", content: [makeBlock(type, sample())] },
    ...settings.filter(({ content }) => content.length > 0),
    { block: edit.label, setting: "as an author adds it", content: [makeBlock(type, startingProps(edit))] },
    ...(names.length > 0 ? [{ block: edit.label, setting: "empty", content: [makeBlock(type)] }] : []),
  ];
}
