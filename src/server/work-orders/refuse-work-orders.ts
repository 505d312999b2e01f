import type { Id } from "#domain/id.ts";
import { AppError } from "../app-error.ts";

/** Why one of several work orders is refused. */
export type Refused = { workOrderId: Id; name: string | null; why: string };

/** Throws "conflict" with every refusal by its name, if there is one. Nothing is changed then. */
export function refuseAny(refused: readonly Refused[], asked: number): void {
  const [first] = refused;
  if (!first) return;
  const names = refused.slice(0, 3).map(({ name, workOrderId, why }) => `${name ?? workOrderId}: ${why}`);
  const more = refused.length > names.length ? ` And ${refused.length - names.length} more.` : "";
  const none = asked === 1 ? "Nothing was changed." : `None of the ${asked} was changed.`;
  throw new AppError("conflict", `${names.join(" ")}${more} ${none}`, { reason: "refused", refused });
}
