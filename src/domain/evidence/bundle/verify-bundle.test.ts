import { deflateRawSync } from "node:zlib";
import { expect, test } from "vitest";
import { makeChainPart, makeKey, type SampleKey, sha256 } from "#tests/support/bundle-samples.ts";
import { headText, leafText, NO_HEAD } from "../evidence-event.ts";
import { BUNDLE_FILES, type ChainPart, type OwnLink, packBundle } from "./bundle-format.ts";
import { readZip } from "./read-zip.ts";
import { tellVerdict } from "./tell-verdict.ts";
import { type Known, verifyBundle } from "./verify-bundle.ts";
import { crc32, writeZip, type ZipEntry } from "./zip-format.ts";

const FLIPS = 10_000;

const PORTAL = makeKey();
const FORGER = makeKey();
const KNOWN: Known = { keys: [PORTAL.publicKey] };
const ID = "01980000-0000-7000-8000-000000000001";
const PDF_BYTES = Buffer.from("%PDF-1.7\nShop fit-out\n%%EOF\n".repeat(20));

function partOf(key: SampleKey, pdf: Uint8Array): ChainPart {
  return makeChainPart(key, [
    { kind: "document.send", subjectId: ID, facts: { number: 1 } },
    sha256("another document's"),
    {
      kind: "document.approve",
      subjectId: ID,
      facts: { decidedAt: "2026-11-22T01:02:03.000Z", decision: "APPROVED" },
    },
    { kind: "document.snapshot", subjectId: "file", facts: { ofId: ID, sha256: sha256(pdf) } },
  ]);
}

const FACTS = {
  company: "Ember & Oak Digital",
  portal: "https://portal.example",
  organization: "Harbour Coffee",
  document: { uniqueDocumentId: ID, externalId: "P-1042", name: "Shop fit-out" },
  acceptedBy: { name: "Maya Lindqvist", email: "maya@harbour.example" },
  acceptedAt: "2026-11-22T01:02:03.000Z",
  isBroughtIn: false,
  formerKeys: [],
};

function pack(
  key = PORTAL,
  change: (part: ChainPart) => ChainPart = (part) => part,
  pdf: Uint8Array = PDF_BYTES,
) {
  return packBundle({ readme: "Read me", pdf, record: change(partOf(key, pdf)) }, FACTS, key);
}

/** Packs files as an ordinary program does: deflated, with dates. */
function packAnew(entries: readonly ZipEntry[]): Uint8Array<ArrayBuffer> {
  const locals: Buffer[] = [];
  const central: Buffer[] = [];
  let offset = 0;
  for (const { name, bytes } of entries) {
    const packed = deflateRawSync(bytes);
    const shared = Buffer.alloc(26);
    for (const [at, value] of [20, 0, 8, 0x6000, 0x5a75].entries()) shared.writeUInt16LE(value, 2 * at);
    for (const [at, value] of [crc32(bytes), packed.length, bytes.length].entries())
      shared.writeUInt32LE(value, 10 + 4 * at);
    shared.writeUInt16LE(name.length, 22);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    locals.push(Buffer.from("PK\x03\x04"), shared, Buffer.from(name), packed);
    central.push(Buffer.from("PK\x01\x02\x14\x00", "latin1"), shared, place, Buffer.from(name));
    offset += 30 + name.length + packed.length;
  }
  const directory = Buffer.concat(central);
  const end = Buffer.alloc(18);
  for (const [at, value] of [0, 0, entries.length, entries.length].entries())
    end.writeUInt16LE(value, 2 * at);
  end.writeUInt32LE(directory.length, 8);
  end.writeUInt32LE(offset, 12);
  return new Uint8Array(Buffer.concat([...locals, directory, Buffer.from("PK\x05\x06"), end]));
}

const contentOf = async (bytes: Uint8Array<ArrayBuffer>) =>
  JSON.stringify((await readZip(bytes)).map((one) => [one.name, sha256(one.bytes)]).toSorted());

test("TRUST-3 an unchanged bundle is intact and says who accepted what for whom; equal contents are equal bytes", async () => {
  const verdict = await verifyBundle(pack(), KNOWN);
  expect(verdict).toMatchObject({ outcome: "intact", faults: [], isPackedAnew: false, isKeyKnown: true });
  const told = tellVerdict(verdict);
  expect(told.heading).toBe("Intact, signed by Ember & Oak Digital");
  expect(told.facts).toEqual(
    expect.arrayContaining([
      ["Document", "Shop fit-out (P-1042)"],
      ["Accepted by", "Maya Lindqvist, maya@harbour.example"],
      ["For", "Harbour Coffee"],
      ["Key", PORTAL.publicKey],
    ]),
  );
  expect(told.sentences.join(" "), "what is not checked").toContain("Its own seal is not checked here");
  expect(pack()).toEqual(pack());
});

test(`TRUST-3 of ${FLIPS} bundles with one flipped bit none passes with another content`, async () => {
  const whole = pack();
  const content = await contentOf(whole);
  const passed: number[] = [];
  const repacked: number[] = [];
  for (let flip = 0; flip < FLIPS; flip += 1) {
    // Steps over the whole file, each bit in its turn.
    const at = FLIPS >= whole.length ? flip % whole.length : Math.floor((flip * whole.length) / FLIPS);
    const bytes = whole.slice();
    bytes[at] = (bytes[at] ?? 0) ^ (1 << ((flip + Math.floor(flip / whole.length)) % 8));
    const { outcome, isPackedAnew } = await verifyBundle(bytes, KNOWN);
    if (outcome !== "intact") continue;
    if (isPackedAnew && (await contentOf(bytes)) === content) repacked.push(at);
    else passed.push(at);
  }
  expect(passed).toEqual([]);
  // Dates and the like in the archive's own headers, which hold no content.
  expect(repacked.length).toBeLessThan(FLIPS / 5);
});

test("TRUST-3 a flipped byte inside each file is told, also when it is packed anew with a right checksum", async () => {
  const entries = await readZip(pack());
  for (const name of BUNDLE_FILES) {
    const flipped = pack();
    const at = Buffer.from(flipped.buffer).indexOf(entries.find((one) => one.name === name)?.bytes ?? "");
    flipped[at] = (flipped[at] ?? 0) ^ 1;
    expect((await verifyBundle(flipped, KNOWN)).outcome, name).toBe("changed");
    const changed = entries.map((one) => {
      if (one.name !== name) return one;
      const bytes = one.bytes.slice();
      const middle = bytes.length >> 1;
      bytes[middle] = (bytes[middle] ?? 0) ^ 1;
      return { name, bytes };
    });
    expect((await verifyBundle(writeZip(changed), KNOWN)).outcome, name).toBe("changed");
  }
  const marked = entries.map(({ name, bytes }) =>
    name === "manifest.json"
      ? { name, bytes: Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), bytes]) }
      : { name, bytes },
  );
  expect((await verifyBundle(writeZip(marked), KNOWN)).outcome, "a byte order mark").toBe("changed");
});

test("TRUST-3 cut, extended, packed anew and signed by another key are told apart", async () => {
  const entries = await readZip(pack());
  const cut = await verifyBundle(
    pack(PORTAL, (part) => ({ ...part, links: part.links.slice(0, -1) })),
    KNOWN,
  );
  expect(cut).toMatchObject({
    outcome: "cut",
    faults: expect.arrayContaining([expect.stringContaining("3 of 4")]),
  });
  const longer = (part: ChainPart) => ({ ...part, links: [...part.links, sha256("more")] });
  expect((await verifyBundle(pack(PORTAL, longer), KNOWN)).outcome).toBe("extended");
  expect((await verifyBundle(writeZip(entries.slice(1)), KNOWN)).outcome).toBe("cut");
  const more = [...entries, { name: "letter.pdf", bytes: PDF_BYTES }];
  expect((await verifyBundle(writeZip(more), KNOWN)).outcome).toBe("extended");

  const anew = await verifyBundle(packAnew(entries.toReversed()), KNOWN);
  expect(anew).toMatchObject({ outcome: "intact", isPackedAnew: true });
  expect(tellVerdict(anew).sentences.at(-1)).toContain("packed the archive anew");

  const forged = await verifyBundle(pack(FORGER), KNOWN);
  expect(forged).toMatchObject({ outcome: "other-key", isKeyKnown: false, publicKey: FORGER.publicKey });
  const unasked = await verifyBundle(pack(FORGER), { keys: [] });
  expect(tellVerdict(unasked).sentences.join(" ")).toContain("Compare the key");
});

test("TRUST-3 a bundle of a former key is known as long as the portal names that key, and events of it stay so after a new one", async () => {
  const now = makeKey();
  const keys = [now.publicKey, PORTAL.publicKey];
  expect(await verifyBundle(pack(), { keys })).toMatchObject({ outcome: "intact", isKeyKnown: true });
  expect((await verifyBundle(pack(), { keys: [now.publicKey] })).outcome).toBe("other-key");

  const signedAnew = (formerKeys: string[]) =>
    packBundle(
      { readme: "", pdf: PDF_BYTES, record: partOf(PORTAL, PDF_BYTES) },
      { ...FACTS, formerKeys },
      now,
    );
  expect((await verifyBundle(signedAnew([PORTAL.publicKey]), { keys })).outcome).toBe("intact");
  const unnamed = await verifyBundle(signedAnew([]), { keys });
  expect(unnamed.outcome).toBe("changed");
  expect(unnamed.faults.join(" ")).toContain("a key that the bundle does not name");
});

/** What a mail of the portal prints of its third event, with the links of its chain. */
function printedLine() {
  const { links } = partOf(PORTAL, PDF_BYTES);
  const { publicKey, signature } = links[2] as OwnLink;
  let head = NO_HEAD;
  for (const link of links.slice(0, 3))
    head = sha256(headText(head, typeof link === "string" ? link : sha256(leafText(link.event))));
  return { links, anchor: { chain: "harbour", position: 3, head, publicKey, signature } };
}

test("TRUST-3 another PDF or event under the portal's own signature is told, and a printed line is compared", async () => {
  const otherPdf = packBundle(
    { readme: "", pdf: Buffer.from("%PDF other"), record: partOf(PORTAL, PDF_BYTES) },
    FACTS,
    PORTAL,
  );
  expect((await verifyBundle(otherPdf, KNOWN)).faults).toEqual([
    expect.stringContaining("The PDF is not the one"),
  ]);
  const forgedEvent = (part: ChainPart) => {
    const forged = partOf(FORGER, PDF_BYTES);
    return { ...part, links: [...part.links.slice(0, 3), forged.links[3] as OwnLink] };
  };
  expect((await verifyBundle(pack(PORTAL, forgedEvent), KNOWN)).outcome).toBe("changed");

  const { anchor } = printedLine();
  expect(await verifyBundle(pack(), { keys: [], anchor })).toMatchObject({
    outcome: "intact",
    isKeyKnown: true,
  });
  expect((await verifyBundle(pack(FORGER), { keys: [], anchor })).outcome).toBe("changed");
  expect((await verifyBundle(pack(), { keys: [], anchor: { ...anchor, head: sha256("x") } })).outcome).toBe(
    "changed",
  );
});

test("TRUST-3 a printed line vouches for no bundle of another key that names the portal's as its former one", async () => {
  const { links, anchor } = printedLine();
  // What the portal signed up to the acceptance, and from there on another PDF.
  const pdf = Buffer.from("%PDF another price");
  const forged = partOf(FORGER, pdf);
  const record = { ...forged, links: [...links.slice(0, 3), forged.links[3] as OwnLink] };
  const facts = { ...FACTS, formerKeys: [PORTAL.publicKey] };
  const verdict = await verifyBundle(packBundle({ readme: "", pdf, record }, facts, FORGER), {
    keys: [],
    anchor,
  });
  expect(verdict).toMatchObject({ outcome: "other-key", isKeyKnown: false });
});

test("TRUST-3 hostile archives are refused with a sentence before anything is unpacked", async () => {
  const [first, ...rest] = (await readZip(pack())) as [ZipEntry, ...ZipEntry[]];
  const named = (name: string) => writeZip([{ ...first, name }, ...rest]);
  const patched = (bytes: Uint8Array<ArrayBuffer>, field: number, value: number) => {
    const view = new DataView(bytes.buffer);
    view.setUint32(view.getUint32(bytes.length - 6, true) + field, value, true);
    return bytes;
  };
  const many = Array.from({ length: 65 }, (_, at) => ({ name: `f${at}`, bytes: new Uint8Array() }));
  const bomb = packAnew([{ name: "README.txt", bytes: new Uint8Array(50_000_000) }, ...rest]);
  // Its own header says the same.
  new DataView(bomb.buffer).setUint32(22, 10, true);
  const hostile: [string, Uint8Array<ArrayBuffer>, RegExp][] = [
    ["a path upwards", named("../README.txt"), /outside of its folder/],
    ["an absolute path", named("/etc/README.txt"), /outside of its folder/],
    ["a drive", named("c:README.txt"), /outside of its folder/],
    ["a folder", named("bundle/README.txt"), /in no folder/],
    ["an unreadable name", named("README\u0000.txt"), /unreadable name/],
    ["a name twice", writeZip([first, first, ...rest]), /two files named/],
    ["a link", patched(pack(), 38, 0xa1ff0000), /is a link/],
    ["very many files", writeZip(many), /lists 65 files/],
    ["a size beyond all bounds", patched(pack(), 24, 0xfffffff0), /more than 256 MB/],
    ["more than it says", patched(bomb, 24, 10), /unpacks to more/],
  ];
  for (const [what, bytes, says] of hostile) {
    const { outcome, faults } = await verifyBundle(bytes, KNOWN);
    expect(outcome, what).toBe("refused");
    expect(faults.join(" "), what).toMatch(says);
  }
});

test("TRUST-3 a bundle that breaks off is told as cut at every length, and another file as no bundle", async () => {
  const whole = pack();
  for (let length = 4; length < whole.length; length += 97)
    expect((await verifyBundle(whole.slice(0, length), KNOWN)).outcome, String(length)).toBe("cut");
  for (const other of [
    new Uint8Array(),
    new Uint8Array(PDF_BYTES),
    writeZip([]),
    writeZip([{ name: "a", bytes: PDF_BYTES }]),
  ])
    expect((await verifyBundle(other, KNOWN)).outcome).toBe("not-a-bundle");
});
