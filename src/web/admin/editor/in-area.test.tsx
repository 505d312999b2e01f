import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { inArea } from "./in-area.tsx";

test("EDIT-6 an area without an element of its block says what it needs, in place of its blocks", () => {
  const area = inArea("columns", "content", false, "Blocks");
  expect(renderToStaticMarkup(area())).toContain("DropZone requires context to work.");
});

test("EDIT-4 an area names its block and its slot, and is marked while its block is selected", () => {
  const shown = (isMarked: boolean) =>
    renderToStaticMarkup(inArea("columns", "content", isMarked, "Blocks")({ className: "box" }));
  expect(shown(false)).toBe('<div class="box" data-area="columns:content">Blocks</div>');
  expect(shown(true)).toContain('data-active="true"');
});
