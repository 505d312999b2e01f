import { expect, test } from "vitest";
import { showBlock } from "#tests/support/show-block.tsx";
import type { TextPlace } from "./render-context.ts";

/** Props of blocks with short texts; an empty one is written where readers see nothing. */
const PROPS = {
  Heading: { text: "Scope" },
  Paragraph: { text: "<p>Oak</p>" },
  List: { items: [{ title: "One" }, { title: "" }] },
  Button: { text: "" },
  PricingTable: { lineItems: [{ product: "", price: 5, count: 1, countLabel: "hours" }] },
  CaseStudies: { header: "Work", cards: [{ title: "", summary: "" }] },
  Deliverables: { title: "", items: [{ content: "" }, { content: "<p>Doors</p>" }] },
  ProvenWayOfWorking: { phases: [{ name: "", description: "", time: "2 weeks" }] },
  VideoGrid: { title: "Films ", urls: ["https://youtu.be/dQw4w9WgXcQ"] },
};
const COUNTS: Record<keyof typeof PROPS, number> = {
  Heading: 1,
  Paragraph: 1,
  List: 2,
  Button: 1,
  PricingTable: 2,
  CaseStudies: 3,
  Deliverables: 3,
  ProvenWayOfWorking: 3,
  VideoGrid: 1,
};

test.each(Object.entries(PROPS))(
  "STUDIO-1 each text of a %s is written in place, as it is stored",
  (type, props) => {
    const places: TextPlace[] = [];
    showBlock(type, props, {
      mode: "edit",
      write(place) {
        places.push(place);
        return null;
      },
    });
    expect(places).toHaveLength(COUNTS[type as keyof typeof PROPS]);
    for (const { path, value } of places) {
      const stored = path.reduce<unknown>((inner, step) => (inner as Record<string, unknown>)[step], props);
      expect(value, path.join()).toBe(stored);
    }
  },
);
