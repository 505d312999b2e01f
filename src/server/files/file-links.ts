import { createHmac, timingSafeEqual } from "node:crypto";
import type { Id } from "#domain/id.ts";
import type { FileLinks } from "../deps.ts";

/** How long a link to a file works. Every answer has a new one. */
export const LINK_SECONDS = 60;

export const FILE_PATH = "/api/files";

/** The fields of answers that hold links to files. */
const LINK_FIELDS = ["uri", "s3uri"];

const SIGNED_LINK = /^\/api\/files\/((?:evidence\/)?[^/?]+)\?expires=(\d+)&signature=([\w-]+)$/;

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
