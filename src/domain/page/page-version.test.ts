import { expect, test } from "vitest";
import { canonicalJson } from "../canonical-json.ts";
import { acceptableContent } from "../documents/content.ts";
import { type BlockMigrations, migrateProps } from "./declare-block.ts";
import { findBlock, KNOWN_BLOCK_TYPES } from "./find-block.ts";
import { isWhollyShowable } from "./known-blocks.ts";
import { migratePage } from "./migrate-page.ts";
import type { PuckState } from "./page.ts";
import { PAGE_VERSION, refuseStoring, stampVersion } from "./page-version.ts";

const heading = { type: "Heading", props: { id: "a", text: "Scope" } };
const content = [heading, { type: "Container", props: { id: "b", content: [] } }];
const root = { props: { title: "T" } };

const hashedOf = (puckState: PuckState) =>
  canonicalJson(
    acceptableContent({
      uniqueDocumentId: "u",
      organizationId: "o",
      name: "n",
      documentType: "PROPOSAL",
      puckState,
    }),
  );

test("EDIT-9 a page is the same to its readers, and to the hash they accept, before and after it is stored with its version", () => {
  const old = { root, content: [heading, { type: "Container", props: { id: "b" } }], zones: { "b:x": [] } };
  const read = migratePage(old).page;
  const stored = stampVersion(read);
  expect(stored).toEqual({ version: PAGE_VERSION, content, root });
  expect(migratePage(stored)).toEqual({ page: read, problems: [], unread: [] });
  expect(hashedOf(stored)).toBe(hashedOf(read));
});

test("a page of a newer version is shown as far as it can be, accepted by no one and never stored", () => {
  const stored = { version: PAGE_VERSION + 6, content: [...content, "new"], root, zones: {} };
  const { page } = migratePage(stored);
  expect(page).toEqual({ version: PAGE_VERSION + 6, content, root });
  expect(isWhollyShowable({ content, root })).toBe(true);
  expect(isWhollyShowable(page)).toBe(false);
  for (const one of [stored, page]) {
    expect(refuseStoring(one)).toContain(`version ${PAGE_VERSION + 6}, and this portal knows pages up to`);
  }
});

test.each([undefined, null, 0, PAGE_VERSION, -7, 1.5, "2", Number.NaN, {}])(
  "the version %j is no newer one",
  (version) => {
    expect(refuseStoring({ version, content, root })).toBeNull();
    expect(migratePage({ version, content, root }).page).toEqual({ content, root });
  },
);

const steps: BlockMigrations = [
  { version: 3, change: ({ color, ...props }) => ({ ...props, colour: color }) },
  { version: 5, change: ({ colour, ...props }) => ({ ...props, ink: colour }) },
];

test.each([
  [0, { id: "a", ink: "red" }],
  [2, { id: "a", ink: "red" }],
  [3, { id: "a", color: "red", ink: undefined }],
  [5, { id: "a", color: "red" }],
])("the props of a page of version %i go through the migrations after it, in sequence", (version, props) => {
  expect(migrateProps({ id: "a", color: "red" }, version, steps)).toEqual(props);
});

test("no migration of a block leads beyond the version that pages are stored with, and each follows the one before", () => {
  for (const type of KNOWN_BLOCK_TYPES) {
    const versions = (findBlock(type)?.migrations ?? []).map(({ version }) => version);
    expect(versions).toEqual([...new Set(versions)].toSorted((a, b) => a - b));
    expect(Math.max(PAGE_VERSION, ...versions)).toBe(PAGE_VERSION);
  }
});
