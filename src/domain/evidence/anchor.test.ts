import { expect, test } from "vitest";
import { anchorLines, readAnchor, writeAnchor } from "./anchor.ts";

const ANCHOR = {
  chain: "0198-harbour_1",
  position: 12,
  head: "a1".repeat(32),
  publicKey: "k-_".repeat(14).concat("k"),
  signature: "s-".repeat(43),
};

test("TRUST-1 an anchor that was copied from paper, with its line breaks, is read as it was printed", () => {
  const line = writeAnchor(ANCHOR);
  expect(readAnchor(line)).toEqual(ANCHOR);
  expect(readAnchor(`  ${line.slice(0, 40)}\n${line.slice(40, 100)} ${line.slice(100)}\r\n`)).toEqual(ANCHOR);
});

test.each([
  "",
  "evidence:",
  writeAnchor(ANCHOR).slice(0, -1),
  `${writeAnchor(ANCHOR)}x`,
  writeAnchor({ ...ANCHOR, position: 0 }),
  writeAnchor({ ...ANCHOR, head: "A1".repeat(32) }),
])("TRUST-1 no anchor: %j", (text) => {
  expect(readAnchor(text)).toBeNull();
});

test("FIELD-6 printed lines of an anchor never end with a hyphen, and are the anchor again", () => {
  for (let shift = 0; shift < 12; shift += 1) {
    const line = writeAnchor({ ...ANCHOR, chain: "c".repeat(shift + 1) });
    const lines = anchorLines(line);
    expect(lines.join("")).toBe(line);
    expect(lines.slice(0, -1).filter((one) => one.endsWith("-"))).toEqual([]);
    expect(Math.max(...lines.map((one) => one.length))).toBeLessThanOrEqual(90);
  }
});
