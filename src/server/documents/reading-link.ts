import type { Id } from "#domain/id.ts";
import type { Deps } from "../deps.ts";

/** The stored form of the browser that opened a link of an invitation first. */
export function browserHash({ secrets }: Pick<Deps, "secrets">, deviceId: string): string {
  return secrets.hash("reading browser", deviceId);
}

/** The token of a recipient's link. Later mails about the same version have it again. */
export function readingToken({ secrets }: Pick<Deps, "secrets">, documentRecipientId: Id): string {
  return Buffer.from(secrets.hash("reading link", documentRecipientId), "hex").toString("base64url");
}

/** The address at which someone who has not joined reads a document. */
export function readingAddress(publicUrl: string, token: string): string {
  return `${publicUrl}/read/${token}`;
}
