import { expect, test } from "vitest";
import { makeKey } from "#tests/support/bundle-samples.ts";
import { writeAnchor } from "./anchor.ts";
import { anchorText } from "./evidence-event.ts";
import { recoverAnchor } from "./recover-anchor.ts";

const HEAD = "a1".repeat(32);
const UUID = "01980000-0000-7000-8000-000000000001";

/** An anchor with hyphens in key and signature. */
function makeAnchor(chain = "harbour-coffee") {
  for (;;) {
    const key = makeKey();
    const signed = { chain, position: 12, head: HEAD };
    const anchor = { ...signed, publicKey: key.publicKey, signature: key.sign(anchorText(signed)) };
    if (anchor.publicKey.includes("-") && anchor.signature.split("-").length > 2) return anchor;
  }
}

const ANCHOR = makeAnchor();
const LINE = writeAnchor(ANCHOR);
const without = (line: string, ...places: number[]) =>
  [...line].filter((_letter, at) => !places.includes(at)).join("");
/** Where the hyphens are in a line. */
const hyphensOf = (line: string) => [...line].flatMap((letter, at) => (letter === "-" ? [at] : []));

test("FIELD-4 an anchor is read with other hyphens, marks that are not seen, spaces and line breaks", async () => {
  for (const copied of [
    LINE,
    LINE.replaceAll("-", "\u2011"),
    LINE.replaceAll("-", "\u2013"),
    LINE.replaceAll("-", "\u2212"),
    LINE.replaceAll("-", "\u00ad-"),
    LINE.replaceAll(/.{20}/g, "$&\u200b\r\n  "),
    LINE.replaceAll(/.{7}/g, "$&\u00a0"),
  ])
    expect(await recoverAnchor(copied), copied).toEqual(ANCHOR);
});

test("FIELD-4 an anchor that lost any one of its hyphens is found by its signature, without knowing its portal", async () => {
  for (const anchor of [ANCHOR, makeAnchor(UUID)]) {
    const line = writeAnchor(anchor);
    for (const at of hyphensOf(line)) {
      expect(await recoverAnchor(without(line, at)), `at ${at}`).toEqual(anchor);
      // Viewers that put another mark at the end of a line in the place of its hyphen.
      const marked = `${line.slice(0, at)}\u0002\n${line.slice(at + 1)}`;
      expect(await recoverAnchor(marked), `marked at ${at}`).toEqual(anchor);
    }
  }
});

test("FIELD-4 an anchor that lost hyphens at several ends of lines is found, and one of a known portal without any", async () => {
  const hyphens = hyphensOf(LINE);
  const [last = 0, before = 0] = hyphens.toReversed();
  expect(await recoverAnchor(without(LINE, last, before))).toEqual(ANCHOR);
  const known = { chains: ["other", ANCHOR.chain], keys: [makeKey().publicKey, ANCHOR.publicKey] };
  const ofKey = hyphens.filter((at) => at < LINE.length - 87);
  expect(await recoverAnchor(without(LINE, ...ofKey, last), known)).toEqual(ANCHOR);
});

test("FIELD-4 what is no anchor is none, a changed one stays as it was typed, and the search ends", async () => {
  for (const none of [
    "",
    "evidence:",
    `${LINE}x`,
    without(LINE, LINE.length - 1),
    LINE.replace("evidence", "proof"),
  ])
    expect(await recoverAnchor(none), none).toBeNull();
  const changed = { ...ANCHOR, position: 13 };
  expect(await recoverAnchor(writeAnchor(changed))).toEqual(changed);
  let queries = 0;
  const never = () => {
    queries += 1;
    return false;
  };
  const [last = 0, before = 0] = hyphensOf(LINE).toReversed();
  const chains = Array.from({ length: 60 }, (_, at) => `harbour${"-".repeat(at)}coffee`);
  expect(await recoverAnchor(without(LINE, last, before), { chains }, never)).toBeNull();
  expect(queries).toBe(20_000);
});
