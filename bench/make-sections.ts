import type { PageItem, PuckState } from "#domain/page/page.ts";

const BLOCKS_A_SECTION = 10;
const TEXT = "We build it of oak and ash, as it was built a hundred years ago.";

/** A page of so many blocks: containers of nine, with headings that are all different. */
export function makeSections(blocks: number): PuckState {
  const content = Array.from({ length: blocks / BLOCKS_A_SECTION }, (_, section): PageItem => {
    const item = (type: string, at: number, props: object): PageItem => ({
      type,
      props: { ...props, id: `${type}-${section}-${at}` },
    });
    const parts = [0, 1, 2].flatMap((part) => [
      item("Heading", part, { text: `Part ${section}.${part}`, size: "h3" }),
      item("Paragraph", 2 * part, { text: TEXT }),
      part < 2
        ? item("Paragraph", 2 * part + 1, { text: TEXT })
        : item("List", 0, { items: [{ title: "Oak" }, { title: "Ash" }] }),
    ]);
    return item("Container", 0, { columns: 1, content: parts });
  });
  return { root: { props: {} }, content };
}
