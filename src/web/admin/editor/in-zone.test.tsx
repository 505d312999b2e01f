import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { inZone } from "./in-zone.tsx";

test("EDIT-6 an area without its editor says what it needs, in place of its blocks", () => {
  const area = inZone(undefined, false);
  expect(renderToStaticMarkup(area({ className: "" }))).toContain("DropZone requires context to work.");
});
