import type { Id } from "../id.ts";

/** The signed end of a chain, on papers and in mails outside the portal, so that no one can rewrite it unseen. */
export type SignedAnchor = {
  chain: Id;
  position: number;
  head: string;
  publicKey: string;
  signature: string;
};

const ANCHOR = /^evidence:([\w-]{1,64}):([1-9]\d{0,9}):([0-9a-f]{64}):([\w-]{43}):([\w-]{86})$/;

/** "evidence:<chain>:<position>:<head>:<public key>:<signature>" */
export function writeAnchor({ chain, position, head, publicKey, signature }: SignedAnchor): string {
  return ["evidence", chain, position, head, publicKey, signature].join(":");
}

/** Reads an anchor that was copied from paper or a mail, with spaces and line breaks. Null if it is none. */
export function readAnchor(text: string): SignedAnchor | null {
  const [, chain = "", position, head = "", publicKey = "", signature = ""] =
    ANCHOR.exec(text.replaceAll(/\s/g, "")) ?? [];
  return position === undefined ? null : { chain, position: Number(position), head, publicKey, signature };
}

const LINE = 90;

/** An anchor in lines for paper. No line ends with a hyphen, which programs that copy text would drop. */
export function anchorLines(anchor: string): string[] {
  const lines: string[] = [];
  for (let at = 0; at < anchor.length; ) {
    const line = anchor.slice(at, at + LINE);
    const isLast = at + LINE >= anchor.length;
    const withoutDashes = isLast ? line : line.replace(/-+$/, "") || line;
    lines.push(withoutDashes);
    at += withoutDashes.length;
  }
  return lines;
}
