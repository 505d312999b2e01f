import fc from "fast-check";
import { expect, test } from "vitest";
import { migratePage } from "./migrate-page.ts";
import { pageIssues } from "./page-issues.ts";

const { item } = fc.letrec((tie) => ({
  item: fc.record({
    type: fc.constantFrom("Heading", "Paragraph", "Container", "Unheard of"),
    props: fc.oneof(
      { maxDepth: 3, depthIdentifier: "page" },
      fc.record({ id: fc.constantFrom("a", "b", "c", "d", "e", "", 5, undefined) }),
      fc.record({
        id: fc.constantFrom("f", "g", "h", "i"),
        content: fc.array(tie("item"), { maxLength: 2 }),
      }),
    ),
  }),
}));

const page = fc.record({
  root: fc.constantFrom({}, { props: {} }, { props: { title: "A page" } }),
  content: fc.array(fc.oneof({ weight: 9, arbitrary: item }, { weight: 1, arbitrary: fc.constant(null) }), {
    maxLength: 3,
  }),
  zones: fc.option(
    fc.dictionary(fc.constantFrom("f:content", "g:content", "z:content"), fc.array(item, { maxLength: 1 })),
    {
      nil: undefined,
    },
  ),
});

test("EDIT-9 a page without issues is read without problems: nothing in it is left out or renamed", () => {
  let sound = 0;
  fc.assert(
    fc.property(page, (made) => {
      if (pageIssues(made).length > 0) return;
      sound += 1;
      expect(migratePage(made).problems).toEqual([]);
    }),
    { numRuns: 3000, seed: 417 },
  );
  expect(sound).toBeGreaterThan(100);
});

test("zones that hold each other, or that no block of their owner's type can show, are issues", () => {
  const box = (id: string) => ({ type: "Container", props: { id } });
  const circle = { root: {}, content: [], zones: { "a:content": [box("b")], "b:content": [box("a")] } };
  expect(pageIssues(circle)).toHaveLength(2);
  const heading = {
    root: {},
    content: [{ type: "Heading", props: { id: "a" } }],
    zones: { "a:content": [] },
  };
  expect(pageIssues(heading)).toHaveLength(1);
});

test("every issue has its path", () => {
  const made = {
    root: { props: { title: 5 } },
    content: [
      { type: "Container", props: { id: "box", content: [{ type: "Heading", props: {} }, "text"] } },
      { type: "Heading", props: { id: "box" } },
    ],
    zones: { "box:content": {}, "gone:content": [] },
  };
  expect(pageIssues(made).map(({ path }) => path.join("."))).toEqual([
    "root.props.title",
    "content.0.props.content.0.props.id",
    "content.0.props.content.1",
    "content.1.props.id",
    "zones.box:content",
    "zones.gone:content",
  ]);
});

test.each([
  [{ version: 99 }, "version", "This page is of version 99, and this portal knows pages up to version 1."],
  [{ version: "new" }, "version", "Invalid input"],
  [
    {
      content: [
        {
          type: "LinkWrapper",
          props: { id: "out", content: [{ type: "LinkWrapper", props: { id: "in" } }] },
        },
      ],
    },
    "",
    'A LinkWrapper ("in") may not stand in a LinkWrapper ("out")',
  ],
])("EDIT-8 a page with %j is not stored", (part, at, start) => {
  const issues = pageIssues({ root: {}, content: [], ...part });
  expect(issues.map(({ path }) => path.join("."))).toEqual([at]);
  expect(issues[0]?.message).toContain(start);
});
