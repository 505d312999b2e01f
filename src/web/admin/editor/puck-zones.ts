import type { Data, PuckAction } from "@puckeditor/core";
import type { Area } from "#domain/page/edit-page.ts";
import type { PageItem, PuckState } from "#domain/page/page.ts";
import { describeBlock, labelOf } from "./block-labels.ts";

const ROOT_ZONE = "root:default-zone";

/** Puck's name of an area. */
export function zoneOf(area: Area): string {
  return area === null ? ROOT_ZONE : `${area.ownerId}:${area.slot}`;
}

export function areaOf(zone: string | undefined): Area {
  if (zone === undefined || zone === ROOT_ZONE) return null;
  const at = zone.lastIndexOf(":");
  return { ownerId: zone.slice(0, at), slot: zone.slice(at + 1) };
}

export function pageOf({ content, root }: Data): PuckState {
  return { content, root } as PuckState;
}

/** The step of the history that an action of Puck makes. */
export function whatPuckDid(action: PuckAction): string {
  if (action.type === "replace") return `${describeBlock(action.data as PageItem)} changed`;
  if (action.type === "insert") return `${labelOf(action.componentType)} added`;
  return action.type === "remove" ? "Block deleted" : "Block moved";
}
