import type { PointerEvent } from "react";
import { useDesk } from "../editing-context.ts";
import { type Grip, pressToDrag } from "./press-to-drag.ts";

/** Makes an element of a panel something that is dragged: by a mouse at once, by a finger after a long press. */
export function useGrip(load: Grip["load"]) {
  const { drag } = useDesk();
  return {
    onPointerDown: ({ nativeEvent, currentTarget, pointerType }: PointerEvent) =>
      pressToDrag(nativeEvent, currentTarget, { drag, load, isHeld: pointerType === "touch" }),
  };
}
