import { createHash, generateKeyPairSync, sign } from "node:crypto";
import type { ChainPart, OwnLink } from "#domain/evidence/bundle/bundle-format.ts";
import {
  anchorText,
  type EvidenceEvent,
  headText,
  leafText,
  NO_HEAD,
  sealedText,
} from "#domain/evidence/evidence-event.ts";

export const sha256 = (bytes: string | Uint8Array) => createHash("sha256").update(bytes).digest("hex");

export type SampleKey = ReturnType<typeof makeKey>;

/** A portal's key. */
export function makeKey() {
  const { privateKey, publicKey } = generateKeyPairSync("ed25519");
  return {
    publicKey: publicKey.export({ format: "jwk" }).x as string,
    sign: (text: string) => sign(null, Buffer.from(text), privateKey).toString("base64url"),
    hash: sha256,
  };
}

/** An event of what a bundle proves, with the sealed groups that the bundle opens, or the leaf of another event. */
type SampleEvent =
  | (Pick<EvidenceEvent, "kind" | "subjectId" | "facts"> & { opened?: Record<string, unknown> })
  | string;

const SALT = "0".repeat(32);

/** The first events of a chain, signed. */
export function makeChainPart(
  key: SampleKey,
  events: readonly SampleEvent[],
  at = "2026-11-22T01:02:03.000Z",
): ChainPart {
  const chain = "harbour";
  let head = NO_HEAD;
  const links = events.map((one, index): OwnLink | string => {
    const position = index + 1;
    const { opened: groups = {}, ...own } = typeof one === "string" ? {} : one;
    const opened = Object.fromEntries(
      Object.entries(groups).map(([name, group]) => [name, { salt: SALT, group }]),
    );
    const sealed = Object.fromEntries(
      Object.entries(groups).map(([name, group]) => [name, sha256(sealedText(SALT, group))]),
    );
    const event =
      typeof one === "string"
        ? one
        : { chain, position, at, sealed, ...(own as Pick<EvidenceEvent, "kind" | "subjectId" | "facts">) };
    head = sha256(headText(head, typeof event === "string" ? event : sha256(leafText(event))));
    if (typeof event === "string") return event;
    return {
      event,
      publicKey: key.publicKey,
      signature: key.sign(anchorText({ chain, position, head })),
      opened,
    };
  });
  return { chain, before: { position: 0, head: NO_HEAD }, links, end: { position: links.length, head } };
}
