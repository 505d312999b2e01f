import { Puck } from "@puckeditor/core";
import { ScaledFrame } from "../ui/viewports.tsx";

/** The page in a frame of the viewport's width. A zoom of null shows it as large as there is room for. */
export function Canvas({ width, zoom }: { width: number; zoom: number | null }) {
  return (
    <ScaledFrame width={width} zoom={zoom}>
      <Puck.Preview />
    </ScaledFrame>
  );
}
