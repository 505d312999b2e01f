import { createHash } from "node:crypto";
import { HIGHEST_NUMBER } from "#domain/settings/settings.ts";

/** A number that other ids hardly share, for requests that name no id and still differ with the records. */
export function numberOfId(id: string): number {
  return 1 + (createHash("sha256").update(id).digest().readUInt32BE() % HIGHEST_NUMBER);
}
