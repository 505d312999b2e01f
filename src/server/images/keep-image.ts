import type { FileStore } from "../deps.ts";
import type { RemadeImage } from "./remake-image.ts";

export type KeptImage = {
  image: { sha256: string; byteLength: number; contentType: string; width: number; height: number };
  files: { width: number; sha256: string; byteLength: number }[];
};

/** Stores all bytes of an image. Rows follow later: bytes without a row are harmless. */
export async function keepImage(store: FileStore, remade: RemadeImage): Promise<KeptImage> {
  const { width, height, original } = remade;
  const stored = await store.put(original.bytes);
  const files: KeptImage["files"] = [];
  for (const file of remade.files) files.push({ width: file.width, ...(await store.put(file.bytes)) });
  return { image: { ...stored, contentType: original.contentType, width, height }, files };
}
