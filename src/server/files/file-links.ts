import { createHmac, timingSafeEqual } from "node:crypto";
import type { Id } from "#domain/id.ts";
import type { FileLinks } from "../deps.ts";

/** How long a link to a file works. Every answer has a new one. */
export const LINK_SECONDS = 60;

export const FILE_PATH = "/api/files";

/** The fields of answers that hold links to files. */
const LINK_FIELDS = ["uri", "s3uri"];

const SIGNED_LINK =
  /^\/api\/files\/((?:(?:evidence|person-data|own-data)\/)?[^/?]+)\?expires=(\d+)&signature=([\w-]+)$/;

export function createFileLinks(key: Uint8Array): FileLinks {
  const signatureOf = (fileId: string, expires: string) =>
    createHmac("sha256", key).update(`${fileId}\n${expires}`).digest();
  const isOurs = (fileId: string, { expires, signature }: { expires: string; signature: string }) => {
    const actual = Buffer.from(signature, "base64url");
    const expected = signatureOf(fileId, expires);
    return actual.byteLength === expected.byteLength && timingSafeEqual(actual, expected);
  };
  const sign = (fileId: Id, now: Date) => {
    const expires = String(Math.floor(now.getTime() / 1000) + LINK_SECONDS);
    const signature = signatureOf(fileId, expires).toString("base64url");
    return `${FILE_PATH}/${fileId}?expires=${expires}&signature=${signature}`;
  };
  return {
    sign,
    renew(field, value, now) {
      if (typeof value !== "string" || !LINK_FIELDS.includes(field)) return value;
      const [, fileId = "", expires = "", signature = ""] = SIGNED_LINK.exec(value) ?? [];
      return isOurs(fileId, { expires, signature }) ? sign(fileId, now) : value;
    },
    verify(fileId, link, now) {
      return isOurs(fileId, link) && Number(link.expires) * 1000 > now.getTime();
    },
  };
}

/** Windows and macOS take 255 units of a name; a folder of downloads and an ending need some of them. */
const MAX_LENGTH = 180;

const EACH_LETTER = new Intl.Segmenter("en", { granularity: "grapheme" });

/**
 * A file name that every file system accepts and that shows its true ending: without control and path characters, marks
 * of direction and others without a shape. A long one is cut between letters, before its ending.
 */
export function plainFileName(name: string): string {
  // Joiners between letters belong to the spelling of Persian and Indic names.
  const shown = name.replaceAll(/(?<!\p{L}\p{M}*)[\u200c\u200d]|(?![\u200c\u200d])\p{Cf}|\p{Cs}/gu, "");
  const plain = shown.replaceAll(/[\p{Cc}\s/\\:*?"<>|]+/gu, " ").trim();
  if (plain.length <= MAX_LENGTH) return plain;
  const ending = /\.[a-z0-9]{1,5}$/i.exec(plain)?.[0] ?? "";
  const room = MAX_LENGTH - ending.length;
  let start = "";
  for (const { segment } of EACH_LETTER.segment(plain.slice(0, -ending.length || undefined))) {
    if (start.length + segment.length > room) break;
    start += segment;
  }
  return start.trimEnd() + ending;
}
