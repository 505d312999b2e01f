import { createHmac, timingSafeEqual } from "node:crypto";
import type { Id } from "#domain/id.ts";

/** How long a link to a file works. Every answer has a new one. */
export const LINK_SECONDS = 60;

export const FILE_PATH = "/api/files";

const SIGNED_LINK = /^\/api\/files\/([^/?]+)\?expires=(\d+)&signature=([\w-]+)$/;

export type FileLinks = {
  /** A link to the file that works for 60 seconds. The caller's right is checked before. */
  sign(fileId: Id, now: Date): string;
  /** A link that we signed at any time, signed again; null for every other text. */
  renew(link: string, now: Date): string | null;
  /** Whether we signed a link for this file, and it still works. */
  verify(fileId: string, link: { expires: string; signature: string }, now: Date): boolean;
};

export function createFileLinks(key: Uint8Array): FileLinks {
  const signatureOf = (fileId: string, expires: string) =>
    createHmac("sha256", key).update(`${fileId}\n${expires}`).digest();
  const isOurs = (fileId: string, { expires, signature }: { expires: string; signature: string }) => {
    const given = Buffer.from(signature, "base64url");
    const expected = signatureOf(fileId, expires);
    return given.byteLength === expected.byteLength && timingSafeEqual(given, expected);
  };
  const sign = (fileId: Id, now: Date) => {
    const expires = String(Math.floor(now.getTime() / 1000) + LINK_SECONDS);
    const signature = signatureOf(fileId, expires).toString("base64url");
    return `${FILE_PATH}/${fileId}?expires=${expires}&signature=${signature}`;
  };
  return {
    sign,
    renew(link, now) {
      const [, fileId = "", expires = "", signature = ""] = SIGNED_LINK.exec(link) ?? [];
      return isOurs(fileId, { expires, signature }) ? sign(fileId, now) : null;
    },
    verify(fileId, link, now) {
      return isOurs(fileId, link) && Number(link.expires) * 1000 > now.getTime();
    },
  };
}
