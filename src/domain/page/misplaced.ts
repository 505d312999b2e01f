import { findBlock } from "./find-block.ts";
import type { PuckState } from "./page.ts";
import { allItems, slotItems } from "./walk-page.ts";

/** A sentence for each block of a migrated page in a slot that disallows its type. */
export function misplaced(page: PuckState): string[] {
  return allItems(page).flatMap((owner) =>
    Object.entries(findBlock(owner.type)?.fields ?? {}).flatMap(([name, field]) => {
      if (field.kind !== "slot") return [];
      const wrong = slotItems(owner, name).filter(({ type }) => field.disallow.includes(type));
      return wrong.map(
        ({ type, props }) =>
          `A ${type} ("${props.id}") may not stand in a ${owner.type} ("${owner.props.id}")`,
      );
    }),
  );
}
