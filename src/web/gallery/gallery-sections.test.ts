import { expect, test } from "vitest";
import { startingProps } from "#domain/page/block-edit.ts";
import { BLOCK_EDITS } from "#domain/page/block-edits.ts";
import { KNOWN_BLOCK_TYPES } from "#domain/page/find-block.ts";
import { pageIssues } from "#domain/page/page-issues.ts";
import { showPage } from "#tests/support/show-block.tsx";
import { GALLERY_SECTIONS } from "./gallery-sections.ts";

test("every block has words for authors, and a label of its own", () => {
  expect(BLOCK_EDITS.map(({ block }) => block.type).toSorted()).toEqual(KNOWN_BLOCK_TYPES.toSorted());
  expect(new Set(BLOCK_EDITS.map(({ label }) => label)).size).toBe(KNOWN_BLOCK_TYPES.length);
});

test.each(BLOCK_EDITS.map((edit) => [edit.label, edit] as const))(
  "a new %s starts with what its fields can read",
  (_label, { block, ...edit }) => {
    const starts = startingProps({ block, ...edit });
    expect(block.read(starts)).toMatchObject(starts);
  },
);

test.each(KNOWN_BLOCK_TYPES)(
  "the gallery shows every setting of %s, and what an author starts with can be stored",
  (type) => {
    const edit = BLOCK_EDITS.find(({ block }) => block.type === type);
    const sections = GALLERY_SECTIONS.filter(({ block }) => block === edit?.label);
    const named = new Set(sections.map(({ setting }) => setting));
    for (const [name, field] of Object.entries(edit?.block.fields ?? {})) {
      const hasSettings = !["id", "anchor", "email", "resolved"].includes(field.kind);
      expect(named.has(edit?.fields[name]?.label ?? "")).toBe(hasSettings);
    }
    for (const { setting, content } of sections) {
      expect(showPage(content)).toContain("cp-page");
      // The other settings also show unreadable values.
      if (setting === "in use" || setting === "as an author adds it") {
        expect(pageIssues({ root: {}, content })).toEqual([]);
      }
    }
  },
);
