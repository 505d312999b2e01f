import { v5 } from "uuid";
import type { Id } from "#domain/id.ts";

const NAMESPACE = "6f1b3f53-5a0e-4c7a-9d43-8a1f0c1f7f0e";

/** The id of a record that has none: always the same for the same kind and key, so that it is loaded once. */
export function madeId(kind: string, ...key: string[]): Id {
  return v5(JSON.stringify([kind, ...key]), NAMESPACE);
}
