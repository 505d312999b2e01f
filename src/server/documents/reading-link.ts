import type { Deps } from "../deps.ts";

/** The stored form of the browser that opened a link first. */
export function browserHash({ secrets }: Pick<Deps, "secrets">, deviceId: string): string {
  return secrets.hash("reading browser", deviceId);
}

/** The address at which someone who has not joined reads a document. */
export function readingAddress(publicUrl: string, token: string): string {
  return `${publicUrl}/read/${token}`;
}
