type Bytes = Uint8Array<ArrayBuffer>;

/** A value in DER (X.690): its tag, its content, and all its bytes. */
export type DerNode = { tag: number; content: Bytes; bytes: Bytes };

/** The bytes are no DER, or not the DER of what is expected there. */
export class DerError extends Error {}

/** The values that fill the bytes exactly. Only the one DER form of each length is read. Throws DerError. */
export function readDer(bytes: Bytes): DerNode[] {
  const nodes: DerNode[] = [];
  let at = 0;
  while (at < bytes.length) {
    const node = readFirst(bytes.subarray(at));
    nodes.push(node);
    at += node.bytes.length;
  }
  return nodes;
}

/** The first value, whatever follows it. */
export function readFirst(bytes: Bytes): DerNode {
  const [tag, first] = bytes;
  if (tag === undefined || first === undefined || (tag & 0x1f) === 0x1f) throw new DerError("No value");
  const more = first < 0x80 ? 0 : first - 0x80;
  if (more > 4 || (first >= 0x80 && more === 0)) throw new DerError("A length that is not read here");
  let length = more === 0 ? first : 0;
  for (const byte of bytes.subarray(2, 2 + more)) length = length * 256 + byte;
  const isShortest = more === 0 || (length >= 0x80 && bytes[2] !== 0);
  const end = 2 + more + length;
  if (!isShortest || end > bytes.length) throw new DerError("A wrong length");
  return { tag, content: bytes.subarray(2 + more, end), bytes: bytes.subarray(0, end) };
}

/** The values inside of one with this tag. */
export function childrenOf(node: DerNode | undefined, tag: number): DerNode[] {
  if (node?.tag !== tag) throw new DerError("Another value than expected");
  return readDer(node.content);
}

export function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
