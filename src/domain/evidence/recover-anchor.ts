import { readAnchor, type SignedAnchor } from "./anchor.ts";
import { isSignedBy } from "./bundle/check-signature.ts";
import { anchorText } from "./evidence-event.ts";

const KEY_LENGTH = 43;
const SIGNATURE_LENGTH = 86;
/** A checked signature takes a tenth of a millisecond, so the longest search takes some seconds. */
const MAX_ATTEMPTS = 20_000;

/** More hyphens that are missing in one part would give more lines than can be tried. */
const MAX_MISSING = 2;

/** What PDF viewers and word processors make of "-": hyphens that do not break, dashes and minus signs. */
const HYPHENS = /[\u2010-\u2015\u2212\u2043\uFE58\uFE63\uFF0D]/g;
/** Invisible marks. At the ends of lines, viewers put a soft hyphen, U+0002 or U+FFFE in place of a hyphen. */
const INVISIBLE = /[\s\p{Cc}\p{Cf}\uFFFE]/gu;
const SHAPE = /^evidence:([\w-]{1,64}):([1-9]\d{0,9}):([0-9a-f]{64}):([\w-]{1,43}):([\w-]{1,86})$/;

/** What the reader knows already: an anchor of theirs is found at once. */
type KnownParts = { chains?: readonly string[]; keys?: readonly string[] };
type IsSigned = (anchor: SignedAnchor) => boolean | Promise<boolean>;

/**
 * Reads an anchor that was copied from a PDF, whatever the viewer did to its hyphens: the signature shows which of the
 * possible lines is right. A line of the right lengths that no signature fits is returned as typed. Null: no anchor.
 */
export async function recoverAnchor(
  text: string,
  { chains = [], keys = [] }: KnownParts = {},
  isSigned: IsSigned = isSignedAnchor,
): Promise<SignedAnchor | null> {
  const line = text.replaceAll(INVISIBLE, "").replaceAll(HYPHENS, "-");
  const typed = readAnchor(line);
  if (typed && (await isSigned(typed))) return typed;
  const [, chain = "", position, head = "", key = "", signature = ""] = SHAPE.exec(line) ?? [];
  if (position === undefined) return null;
  const target = {
    chains: [...candidatesOf(chain, chains), ...chainsLike(chain)],
    keys: [...candidatesOf(key, keys), ...withHyphens(key, KEY_LENGTH - key.length)],
    signatures: withHyphens(signature, SIGNATURE_LENGTH - signature.length),
  };
  let attempts = 0;
  for (const one of combinations(target)) {
    attempts += 1;
    if (attempts > MAX_ATTEMPTS) break;
    const anchor = { ...one, position: Number(position), head };
    if (await isSigned(anchor)) return anchor;
  }
  return typed;
}

function isSignedAnchor({ publicKey, signature, ...anchor }: SignedAnchor): Promise<boolean> {
  return isSignedBy(publicKey, anchorText(anchor), signature);
}

type Sought = { chains: Iterable<string>; keys: Iterable<string>; signatures: Iterable<string> };

/** The likely ones first: what is known and what was typed, with every signature, before guesses of the chain. */
function* combinations({ chains, keys, signatures }: Sought) {
  const [allKeys, allSignatures] = [[...new Set(keys)], [...signatures]];
  for (const chain of new Set(chains))
    for (const publicKey of allKeys)
      for (const signature of allSignatures) yield { chain, publicKey, signature };
}

const withoutHyphens = (text: string) => text.replaceAll("-", "");

/** Those of the known texts that the typed one is, but for hyphens. */
function candidatesOf(typed: string, known: readonly string[]): string[] {
  return known.filter((one) => withoutHyphens(one) === withoutHyphens(typed));
}

/** As typed, as a UUID, and with one more hyphen anywhere. */
function* chainsLike(typed: string): Iterable<string> {
  yield typed;
  const [, ...parts] =
    /^([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})$/.exec(withoutHyphens(typed)) ?? [];
  if (parts.length > 0) yield parts.join("-");
  else yield* withHyphens(typed, 1);
}

/** The text with so many hyphens more, at all places; as it is with none. */
function* withHyphens(text: string, missing: number, from = 0): Iterable<string> {
  if (missing === 0) yield text;
  // Before a hyphen and behind it gives the same text.
  else if (missing <= MAX_MISSING)
    for (let at = from; at <= text.length; at += 1)
      if (text[at] !== "-") yield* withHyphens(`${text.slice(0, at)}-${text.slice(at)}`, missing - 1, at + 1);
}
