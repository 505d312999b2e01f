import { expect, test } from "vitest";
import { readZip } from "./read-zip.ts";
import { CENTRAL_BYTES, crc32, END_BYTES, LOCAL_BYTES, writeZip } from "./zip-format.ts";

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

/** Sets a number of the first file in the list and in the file's own header, where it stands two bytes earlier. */
function setBoth({ view, first }: Archive, field: number, value: number): void {
  view.setUint32(first + field, value, true);
  view.setUint32(field - 2, value, true);
}

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
  ["Files of the archive overlap", (archive) => setBoth(archive, 20, CONTENT.length + 60)],
  ["has another length", (archive) => setBoth(archive, 24, CONTENT.length + 1)],
  ["contradicts itself about “one.json”", ({ view }) => view.setUint32(14, 0, true)],
  ["contradicts itself about “one.json”", ({ view }) => view.setUint16(6, 8, true)],
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

const files = (one: Uint8Array) => NAMES.map((name) => ({ name, bytes: one }));
/** An archive of which a program that does not read the list finds other files. */
const OTHER = writeZip(files(new TextEncoder().encode("something else")));

/** Puts bytes into an archive, and moves what its list and end say of places behind them. */
function insert(at: "front" | "between" | "behind the list" | "comment", more: Uint8Array) {
  const { bytes, end, first, second } = makeArchive();
  const place = { front: 0, between: first, "behind the list": end, comment: bytes.length }[at];
  const made = new Uint8Array([...bytes.subarray(0, place), ...more, ...bytes.subarray(place)]);
  const view = new DataView(made.buffer);
  const moved = (was: number) => (was >= place ? was + more.length : was);
  for (const row of [first, second])
    view.setUint32(moved(row) + 42, moved(view.getUint32(moved(row) + 42, true)), true);
  view.setUint32(moved(end) + 16, moved(first), true);
  if (at === "comment") view.setUint16(end + 20, more.length, true);
  return made;
}

test.each([
  ["in front of its files", insert("front", OTHER)],
  ["between its files and its list", insert("between", OTHER)],
  ["behind its list", insert("behind the list", OTHER)],
  // Programs take the last end for the right one, whatever it says of a comment of its own.
  ["in a comment, whose end other programs read", insert("comment", new Uint8Array([...OTHER, 10]))],
])("TRUST-3 an archive is refused that has other files %s", async (_where, bytes) => {
  await expect(readZip(bytes)).rejects.toThrow("bytes that belong to none of its files");
});

/** One stored file whose sizes follow it, as programs write that pack while they read. */
function makeStreamed(options: { isNamed: boolean; crc: number; isCut?: boolean }) {
  const whole = writeZip(files(CONTENT).slice(0, 1));
  const listAt = whole.length - END_BYTES - CENTRAL_BYTES - 8;
  const follow = new DataView(new ArrayBuffer(16));
  const length = CONTENT.length;
  for (const [index, value] of [0x08074b50, options.crc, length, length].entries())
    follow.setUint32(4 * index, value, true);
  const sizes = options.isCut ? new Uint8Array() : new Uint8Array(follow.buffer, options.isNamed ? 0 : 4);
  const made = new Uint8Array([...whole.subarray(0, listAt), ...sizes, ...whole.subarray(listAt)]);
  const view = new DataView(made.buffer);
  view.setUint16(6, 8, true);
  view.setUint16(listAt + sizes.length + 8, 8, true);
  // The checksum and the packed size are not known yet, as `zip` writes to a pipe.
  made.fill(0, 14, 22);
  view.setUint32(made.length - 6, listAt + sizes.length, true);
  return made;
}

test("TRUST-3 a file whose sizes follow it is read if they are those of the list", async () => {
  const crc = crc32(CONTENT);
  for (const isNamed of [true, false])
    expect(await readZip(makeStreamed({ isNamed, crc }))).toEqual([{ name: "one.json", bytes: CONTENT }]);
  await expect(readZip(makeStreamed({ isNamed: true, crc: crc + 1 }))).rejects.toThrow("contradicts itself");
  const cut = makeStreamed({ isNamed: true, crc, isCut: true });
  await expect(readZip(cut)).rejects.toThrow("“one.json” is cut off");
});
