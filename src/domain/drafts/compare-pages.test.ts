import { expect, test } from "vitest";
import type { PageItem, PuckState } from "../page/page.ts";
import { comparePages } from "./compare-pages.ts";

const page = (...content: PageItem[]): PuckState => ({ root: {}, content });
const block = (id: string, type: string, props: Record<string, unknown> = {}): PageItem => ({
  type,
  props: { id, ...props },
});
const heading = (id: string, text: string) => block(id, "Heading", { text });
const text = (id: string, words: string) => block(id, "Paragraph", { text: words });
const box = (id: string, ...content: PageItem[]) => block(id, "Container", { content });
const nameOfWork = (id: string) => ({ w1: "Signage", w2: "Lighting" })[id] ?? "Unknown work";

const describe = (before: PuckState, after: PuckState) =>
  comparePages(before, after, nameOfWork).map(({ blockId, is, isMoved }) => [blockId, is, isMoved]);

test("STUDIO-8 equal pages have no difference", () => {
  const same = page(heading("h", "A shop"), box("b", text("t", "Oak")));
  expect(comparePages(same, structuredClone(same), nameOfWork)).toEqual([]);
});

test("STUDIO-8 another title of the page is told first, and a title that is left out is an empty one", () => {
  const titled = (title?: string, ...content: PageItem[]) => ({
    ...page(...content),
    root: { props: { title } },
  });
  expect(comparePages(titled("Oak"), titled("Ash", text("t", "New")), nameOfWork)).toMatchObject([
    {
      is: "changed",
      label: "Title of the page",
      facts: [
        {
          words: [
            { text: "Oak", kind: "removed" },
            { text: "Ash", kind: "added" },
          ],
        },
      ],
    },
    { blockId: "t", is: "added" },
  ]);
  expect(comparePages(page(), titled("Ash"), nameOfWork)[0]?.facts[0]?.words).toEqual([
    { text: "Ash", kind: "added" },
  ]);
  expect(comparePages(page(), titled(""), nameOfWork)).toEqual([]);
});

test("STUDIO-8 a block that was written on is told with its section and its changed words", () => {
  const before = page(heading("h", "A shop"), text("t", "<p>We build of <b>oak</b>.</p>"));
  const after = page(heading("h", "A shop"), text("t", "<p>We build of <b>ash</b>.</p>"));
  expect(comparePages(before, after, nameOfWork)).toEqual([
    {
      blockId: "t",
      is: "changed",
      isMoved: false,
      label: "Paragraph",
      section: "A shop",
      text: "",
      facts: [
        {
          label: "Text",
          words: [
            { text: "We build of ", kind: "same" },
            { text: "oak.", kind: "removed" },
            { text: "ash.", kind: "added" },
          ],
        },
      ],
    },
  ]);
});

test("STUDIO-8 another look with the same words is told without words, and a setting by its name", () => {
  const bold = comparePages(page(text("t", "oak")), page(text("t", "<b>oak</b>")), nameOfWork);
  expect(bold[0]?.facts).toEqual([{ label: "Text", words: [] }]);
  const size = comparePages(
    page(text("t", "oak")),
    page(block("t", "Paragraph", { text: "oak", style: "lg" })),
    nameOfWork,
  );
  expect(size[0]?.facts).toEqual([
    {
      label: "Size",
      words: [
        { text: "Medium", kind: "removed" },
        { text: "Large", kind: "added" },
      ],
    },
  ]);
  const unknown = comparePages(
    page(block("u", "Carousel", { n: 1 })),
    page(block("u", "Carousel", { n: 2 })),
    nameOfWork,
  );
  expect(unknown).toMatchObject([
    { label: "Carousel", is: "changed", facts: [{ label: "Contents", words: [] }] },
  ]);
});

test("STUDIO-8 a box that was added or removed is told once, with all its words, where it stands or stood", () => {
  const [h, end] = [heading("h", "A shop"), heading("end", "The end")];
  const filled = box("b", text("t", "Oak"), box("inner", text("u", "Ash")));
  expect(comparePages(page(h, end), page(h, filled, end), nameOfWork)).toMatchObject([
    { blockId: "b", is: "added", label: "Container", section: "A shop", text: "Oak\nAsh" },
  ]);
  const changed = page(heading("h", "Our shop"), heading("end", "Its end"));
  expect(describe(page(h, filled, end), changed)).toEqual([
    ["h", "changed", false],
    ["b", "removed", false],
    ["end", "changed", false],
  ]);
});

test("STUDIO-8 only what was moved is told as moved, also into a box and with other words", () => {
  const [a, b, c] = [text("a", "A"), text("b", "B"), text("c", "C")];
  expect(describe(page(a, b, c), page(c, a, b))).toEqual([["c", "moved", true]]);
  expect(describe(page(a, b, box("box")), page(a, box("box", b)))).toEqual([["b", "moved", true]]);
  expect(describe(page(a, b, c), page(b, c, text("a", "Other")))).toEqual([["a", "changed", true]]);
  // A box takes its blocks with it, and a new one takes what is put into it.
  expect(describe(page(box("box", a, b), c), page(c, box("box", a, b)))).toHaveLength(1);
  expect(describe(page(a, c), page(box("box", a), c))).toEqual([
    ["box", "added", false],
    ["a", "moved", true],
  ]);
});

test("STUDIO-8 work orders are told by their names, and cards by their numbers", () => {
  const quote = (...workOrderIds: string[]) =>
    page(block("q", "WorkOrders", { workOrderData: { workOrderIds } }));
  const [change] = comparePages(quote("w1"), quote("w1", "w2"), nameOfWork);
  expect(change?.facts[0]?.words.at(-1)).toEqual({ text: "\nLighting", kind: "added" });
  const cards = (...titles: string[]) =>
    page(block("c", "CaseStudies", { cards: titles.map((title) => ({ title })) }));
  const [card] = comparePages(cards("One"), cards("One", "Two"), nameOfWork);
  expect(card?.facts[0]).toEqual({ label: "Cards 2: Title", words: [{ text: "Two", kind: "added" }] });
});
