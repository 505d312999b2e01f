// A backup is a tar archive of plain files. The header of a part follows from its name and length alone, so that a
// reader can make it again and compare every byte.

export const BLOCK = 512;

/** One file of a backup. */
export type Part = { name: string; bytes: Buffer };

export const END_OF_ARCHIVE = Buffer.alloc(2 * BLOCK);

export function paddingAfter(byteLength: number): number {
  return (BLOCK - (byteLength % BLOCK)) % BLOCK;
}

export function packPart({ name, bytes }: Part): Buffer {
  const padding = Buffer.alloc(paddingAfter(bytes.byteLength));
  return Buffer.concat([headerOf(name, bytes.byteLength), bytes, padding]);
}

/** The header of a plain file that only its owner may read and write. */
export function headerOf(name: string, byteLength: number): Buffer {
  const header = Buffer.alloc(BLOCK);
  if (name.length > 100) throw new Error(`The name ${name} is too long for an archive.`);
  header.write(name, 0, "latin1");
  header.write("0000600\0", 100, "latin1");
  header.write("0000000\0", 108, "latin1");
  header.write("0000000\0", 116, "latin1");
  header.write(`${byteLength.toString(8).padStart(11, "0")}\0`, 124, "latin1");
  header.write("00000000000\0", 136, "latin1");
  header.write(" ".repeat(8), 148, "latin1");
  header.write("0", 156, "latin1");
  header.write("ustar\u000000", 257, "latin1");
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148, "latin1");
  return header;
}
