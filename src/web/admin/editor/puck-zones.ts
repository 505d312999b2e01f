import type { Data } from "@puckeditor/core";
import type { Area } from "#domain/page/edit-page.ts";
import type { PuckState } from "#domain/page/page.ts";

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
