import { describe, expect, test } from "vitest";
import type { PageItem } from "../page/page.ts";
import { describeChanges } from "./describe-changes.ts";
import type { UniqueDocument } from "./unique-document.ts";

const heading = (id: string, text: string): PageItem => ({ type: "Heading", props: { id, text } });
const paragraph = (id: string, text: string): PageItem => ({ type: "Paragraph", props: { id, text } });

type Work = { id: string; name?: string; hours?: number; wanted?: boolean; more?: object };

const workOrders = (
  works: Work[],
  { rate = 100, ...props }: { rate?: number } & Record<string, unknown> = {},
): PageItem => ({
  type: "WorkOrders",
  props: {
    id: "w",
    ...props,
    workOrderData: {
      workOrderIds: works.map(({ id }) => id),
      workOrders: works.map(({ id, name, hours = 1, wanted, more }) => ({
        workOrderId: id,
        name: name ?? `Work ${id}`,
        description: "",
        products: [{ productId: "p", total: hours }],
        discountPercent: 0,
        optional: { isOptional: wanted !== undefined, doesClientWantWorkDone: wanted === true },
        ...more,
      })),
      products: [{ productId: "p", productName: "Hours", productUnit: "hour", productRate: rate }],
    },
  },
});

const documentOf = (content: PageItem[], rest: Partial<UniqueDocument> = {}): UniqueDocument => ({
  uniqueDocumentId: "doc",
  organizationId: "org",
  externalId: "P-1",
  name: "Proposal",
  slug: "proposal",
  templateId: null,
  documentType: "PROPOSAL",
  status: "PENDING",
  closedBecause: null,
  validUntil: null,
  invoice: null,
  totalCost: null,
  isRecalled: false,
  isBroughtIn: false,
  withdrawal: null,
  predecessor: null,
  hidesPrices: false,
  createdAt: "2026-11-01T00:00:00.000Z",
  updatedAt: "2026-11-01T00:00:00.000Z",
  approvedBy: null,
  documentSnapshots: [],
  puckState: { content, root: {} },
  contentHash: "0".repeat(64),
  ...rest,
});

const changes = (before: PageItem[], after: PageItem[]) =>
  describeChanges(documentOf(before), documentOf(after));

test("nothing is told where nothing that a person accepts has changed", () => {
  const before = documentOf([paragraph("p", "x")]);
  expect(describeChanges(before, { ...before, updatedAt: "2026-12-01T00:00:00.000Z", totalCost: 5 })).toEqual(
    [],
  );
});

describe("text", () => {
  const scope = [heading("h", "Scope"), paragraph("p", "one"), paragraph("q", "two")];

  test.each<[string, PageItem[], string[]]>([
    [
      "changed",
      [heading("h", "Scope"), paragraph("p", "new"), paragraph("q", "new")],
      ["Text changed in the section “Scope”."],
    ],
    ["added", [...scope, paragraph("r", "three")], ["Text was added to the section “Scope”."]],
    ["removed", scope.slice(0, 2), ["Text was removed from the section “Scope”."]],
    ["moved", scope.toReversed(), ["Parts of the page were moved."]],
    [
      "a new heading",
      [heading("h", "What we do"), ...scope.slice(1)],
      ["The heading “Scope” now reads “What we do”."],
    ],
    [
      "a new section",
      [...scope, heading("i", "Terms"), paragraph("t", "x")],
      ["The section “Terms” was added."],
    ],
    ["nothing left", [], ["The section “Scope” was removed."]],
    [
      "above the first heading",
      [paragraph("z", "x"), ...scope],
      ["Text was added at the start of the document."],
    ],
    [
      "within a container",
      [...scope, { type: "Container", props: { id: "c", content: [paragraph("d", "x")] } }],
      ["Layout was added to the section “Scope”.", "Text was added to the section “Scope”."],
    ],
  ])("%s", (_name, after, sentences) => {
    expect(changes(scope, after)).toEqual(sentences);
  });

  test("an image", () => {
    const image = (src: string): PageItem => ({ type: "Image", props: { id: "i", src } });
    expect(changes([image("a.example/1.png")], [image("a.example/2.png")])).toEqual([
      "An image changed at the start of the document.",
    ]);
    expect(changes([image("/demo/a.svg")], [image("/demo/a.svg#12x5")])).toEqual([]);
    const [sized, plain] = [image("/demo/a.svg#12x5"), image("/demo/a.svg")];
    expect(changes([sized], [plain, paragraph("p", "new")])).toEqual([
      "Text was added at the start of the document.",
    ]);
  });
});

test("FIELD-7 a change of the shown prices is not called one of the total", () => {
  const hidden = workOrders([{ id: "h" }], { id: "hidden", hidePricing: true });
  const page = (hours: number) => [workOrders([{ id: "a", hours }]), hidden];
  expect(changes(page(1), page(2))).toContain(
    "The total of the shown prices changed from $110.00 to $220.00.",
  );
});

describe("work", () => {
  const before = [
    workOrders([
      { id: "a", hours: 10 },
      { id: "b", wanted: true },
    ]),
  ];

  test.each<[string, PageItem, string[]]>([
    [
      "added",
      workOrders([
        { id: "a", hours: 10 },
        { id: "b", wanted: true },
        { id: "c", hours: 2 },
      ]),
      ["“Work c” was added to the work for $200.00.", "The total changed from $1,210.00 to $1,430.00."],
    ],
    [
      "taken out",
      workOrders([{ id: "a", hours: 10 }]),
      ["“Work b” was taken out of the work.", "The total changed from $1,210.00 to $1,100.00."],
    ],
    [
      "renamed",
      workOrders([
        { id: "a", hours: 10, name: "Design" },
        { id: "b", wanted: true },
      ]),
      ["“Work a” is now called “Design”."],
    ],
    [
      "repriced",
      workOrders([
        { id: "a", hours: 12 },
        { id: "b", wanted: true },
      ]),
      [
        "The price of “Work a” changed from $1,000.00 to $1,200.00.",
        "The total changed from $1,210.00 to $1,430.00.",
      ],
    ],
    [
      "left out",
      workOrders([
        { id: "a", hours: 10 },
        { id: "b", wanted: false },
      ]),
      ["“Work b” is now left out.", "The total changed from $1,210.00 to $1,100.00."],
    ],
    [
      "no longer optional",
      workOrders([{ id: "a", hours: 10 }, { id: "b" }]),
      ["“Work b” is no longer optional."],
    ],
    [
      "described otherwise",
      workOrders([
        { id: "a", hours: 10, more: { description: "<p>New</p>" } },
        { id: "b", wanted: true },
      ]),
      ["The description of “Work a” changed."],
    ],
    [
      "discounted",
      workOrders([
        { id: "a", hours: 10, more: { discountPercent: 12.5 } },
        { id: "b", wanted: true },
      ]),
      [
        "The price of “Work a” changed from $1,000.00 to $875.00.",
        "The discount on “Work a” changed from 0% to 12.5%.",
        "The total changed from $1,210.00 to $1,072.50.",
      ],
    ],
    [
      "other work for the same price",
      workOrders([
        {
          id: "a",
          more: {
            products: [
              { productId: "p", total: 4 },
              { productId: "p", total: 6 },
            ],
          },
        },
        { id: "b", wanted: true },
      ]),
      ["What “Work a” consists of changed."],
    ],
    [
      "under a global discount",
      workOrders(
        [
          { id: "a", hours: 10 },
          { id: "b", wanted: true },
        ],
        { globalDiscountPercent: 10 },
      ),
      ["The discount on all work changed from 0% to 10%.", "The total changed from $1,210.00 to $1,089.00."],
    ],
    [
      "without GST",
      workOrders(
        [
          { id: "a", hours: 10 },
          { id: "b", wanted: true },
        ],
        { gst: false },
      ),
      ["GST is no longer added.", "The total changed from $1,210.00 to $1,100.00."],
    ],
    [
      "with prices hidden, of which no figure is told",
      workOrders(
        [
          { id: "a", hours: 12 },
          { id: "b", wanted: true },
        ],
        { hidePricing: true },
      ),
      ["What “Work a” consists of changed.", "How prices are shown changed."],
    ],
  ])("%s", (_name, after, sentences) => {
    expect(changes(before, [after])).toEqual(sentences);
  });

  test("a choice made again", () => {
    expect(
      changes([workOrders([{ id: "b", wanted: false }])], [workOrders([{ id: "b", wanted: true }])]),
    ).toEqual(["“Work b” is now included.", "The total changed from $0.00 to $110.00."]);
  });
});

describe("the document itself", () => {
  const before = documentOf([]);
  const approvedBy = {
    userName: "Maya Lindqvist",
    userEmail: "maya@harbour.example",
    approvedTime: before.createdAt,
  };

  test("someone else approved it", () => {
    expect(describeChanges(before, { ...before, status: "APPROVED", approvedBy })).toEqual([
      "The document was approved by Maya Lindqvist (maya@harbour.example).",
    ]);
  });

  test.each([
    ["DECLINED", "The document was declined by Maya Lindqvist (maya@harbour.example)."],
    ["DRAFT", "The document is being worked on again."],
  ] as const)("it is %s", (status, sentence) => {
    const decided = status === "DRAFT" ? null : approvedBy;
    expect(describeChanges(before, { ...before, status, approvedBy: decided })).toEqual([sentence]);
  });

  test("a new name", () => {
    expect(describeChanges(before, documentOf([], { name: "Offer" }))).toEqual([
      "The document is now called “Offer”.",
    ]);
  });

  test("something that no sentence tells", () => {
    const retitled = { ...before, puckState: { content: [], root: { props: { title: "Offer" } } } };
    expect(describeChanges(before, retitled)).toEqual(["Details of the document changed."]);
  });
});
