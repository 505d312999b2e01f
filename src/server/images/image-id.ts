import { hash, randomBytes } from "node:crypto";
import { canonicalJson } from "#domain/canonical-json.ts";
import type { Id } from "#domain/id.ts";
import type { StoredImage } from "./remake-image.ts";

const RANDOM_BYTES = 16;
const RANDOM_CHARACTERS = 22;
/** 252 bits: an id has 64 characters at most. */
const HASH_CHARACTERS = 42;

/** 128 random bits: everybody who knows the id can see the image. */
export function newImageId(): Id {
  return randomBytes(RANDOM_BYTES).toString("base64url");
}

type Original = StoredImage["image"];
/** What is shown of an image. The lengths of its files follow from their hashes. */
type Shown = { [Part in "sha256" | "contentType" | "width" | "height"]: Original[Part] | null } & {
  files: readonly Pick<StoredImage["files"][number], "width" | "sha256">[];
};

/**
 * The id of an uploaded image: random bits, and a hash of them and of all that is shown. So the evidence of a page binds
 * the bytes of its images too.
 */
export function boundImageId({ image, files }: StoredImage): Id {
  const random = newImageId();
  return random + hashOf(random, { ...image, files });
}

/** Whether an id names the bytes of its image. */
export function isBoundId(imageId: Id): boolean {
  return imageId.length === RANDOM_CHARACTERS + HASH_CHARACTERS;
}

/** Whether an image is the one that its id names. True of others than uploads, and of those from before 2026-11-24. */
export function isNamedImage(imageId: Id, shown: Shown): boolean {
  if (!isBoundId(imageId)) return true;
  const random = imageId.slice(0, RANDOM_CHARACTERS);
  return imageId === random + hashOf(random, shown);
}

function hashOf(random: string, { sha256: bytes, contentType, width, height, files }: Shown): string {
  const inOrder = files
    .map((file) => ({ width: file.width, sha256: file.sha256 }))
    .toSorted((one, other) => one.width - other.width);
  const bound = canonicalJson({ random, sha256: bytes, contentType, width, height, files: inOrder });
  return hash("sha256", bound, "base64url").slice(0, HASH_CHARACTERS);
}
