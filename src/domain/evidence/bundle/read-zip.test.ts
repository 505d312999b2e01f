import { expect, test } from "vitest";
import { readZip } from "./read-zip.ts";
import { CENTRAL_BYTES, END_BYTES, LOCAL_BYTES, writeZip } from "./zip-format.ts";

const NAMES = ["one.json", "two.json"];
const CONTENT = new TextEncoder().encode("a content of some length, to share or to cut");

/** The places in an archive of two files: of the first file's header, of its row in the list, and of the end. */
function makeArchive() {
  const bytes = writeZip(NAMES.map((name) => ({ name, bytes: CONTENT })));
  const view = new DataView(bytes.buffer);
  const end = bytes.length - END_BYTES;
  const [first, second] = [
    view.getUint32(end + 16, true),
    view.getUint32(end + 16, true) + CENTRAL_BYTES + 8,
  ];
  return { bytes, view, end, first, second };
}

type Archive = ReturnType<typeof makeArchive>;

const BROKEN: [string, (archive: Archive) => void][] = [
  ["locked by a password", ({ view, first }) => view.setUint16(first + 8, 1, true)],
  ["is packed in a way that is not read here", ({ view, first }) => view.setUint16(first + 10, 12, true)],
  [
    "list of files is cut off",
    ({ view, end }) => view.setUint32(end + 12, 2 * (CENTRAL_BYTES + 8) + 1, true),
  ],
  ["contradicts itself about “one.json”", ({ bytes }) => bytes.set([122], LOCAL_BYTES)],
  ["contradicts itself about “one.json”", ({ view }) => view.setUint16(8, 8, true)],
  ["“two.json” is cut off", ({ view, second }) => view.setUint32(second + 20, CONTENT.length + 1, true)],
  [
    "Files of the archive overlap",
    ({ view, first }) => view.setUint32(first + 20, CONTENT.length + 60, true),
  ],
  ["has another length", ({ view, first }) => view.setUint32(first + 24, CONTENT.length + 1, true)],
  ["its checksum does not fit", ({ bytes }) => bytes.set([122], LOCAL_BYTES + 8)],
];

test("TRUST-3 an archive of two files is read", async () => {
  expect((await readZip(makeArchive().bytes)).map(({ name }) => name)).toEqual(NAMES);
});

test.each(BROKEN)("TRUST-3 an archive is refused: %s", async (words, breakIt) => {
  const archive = makeArchive();
  breakIt(archive);
  await expect(readZip(archive.bytes)).rejects.toThrow(words);
});

test("TRUST-3 a file that is larger than any bundle is not even searched", async () => {
  await expect(readZip(new Uint8Array(256 * 1024 * 1024 + 1))).rejects.toThrow("larger than 256 MB");
});
