import { Puck } from "@puckeditor/core";
import { type CSSProperties, useLayoutEffect, useRef, useState } from "react";

/** The widths at which an author looks at the page (EDIT-2). The height follows the room. */
export const VIEWPORTS = [
  { label: "Small", width: 360 },
  { label: "Medium", width: 768 },
  { label: "Large", width: 1280 },
] as const;
export type Viewport = (typeof VIEWPORTS)[number];

/** The widest viewport that fits without becoming hard to read. */
export function fittingViewport(room: number): Viewport {
  return VIEWPORTS.findLast(({ width }) => room >= width * 0.7) ?? VIEWPORTS[0];
}

/** The page in a frame of the viewport's width, made smaller where the window has less room. */
export function Canvas({ width }: { width: number }) {
  const room = useRef<HTMLDivElement>(null);
  const [size, setSize] = useState({ width, height: 600 });
  useLayoutEffect(() => {
    const element = room.current;
    if (!element) return;
    const observer = new ResizeObserver(([entry]) => {
      if (entry) setSize({ width: entry.contentRect.width, height: entry.contentRect.height });
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const zoom = Math.min(1, size.width / width);
  const frame: CSSProperties = {
    width,
    height: size.height / zoom,
    transform: zoom === 1 ? undefined : `scale(${zoom})`,
    transformOrigin: "0 0",
    marginInlineStart: Math.max(0, (size.width - width) / 2),
  };
  return (
    <div ref={room} className="editor-canvas">
      <div className="editor-canvas__frame" style={frame}>
        <Puck.Preview />
      </div>
    </div>
  );
}
