import { Puck } from "@puckeditor/core";
import { ScaledFrame } from "../ui/viewports.tsx";

/** The page in a frame of the viewport's width. */
export function Canvas({ width }: { width: number }) {
  return (
    <ScaledFrame width={width}>
      <Puck.Preview />
    </ScaledFrame>
  );
}
