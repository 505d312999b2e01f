import {
  type CSSProperties,
  type ReactNode,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from "react";
import { classNames } from "#web/lib/class-names.ts";
import { listen } from "./listeners.ts";

/** The widths at which an author looks at a page (EDIT-2). The height follows the room. */
const VIEWPORTS = [
  { label: "Small", width: 360 },
  { label: "Medium", width: 768 },
  { label: "Large", width: 1280 },
] as const;
export type Viewport = (typeof VIEWPORTS)[number];

/** The widest viewport that fits without becoming hard to read. */
export function fittingViewport(room: number): Viewport {
  return VIEWPORTS.findLast(({ width }) => room >= width * 0.7) ?? VIEWPORTS[0];
}

type ScaledFrameProps = {
  width: number;
  /** 1 is the size that readers see; null: as large as there is room for, at most 1. */
  zoom?: number | null;
  children: ReactNode;
};

/** A frame of this width that fills the height. Where a chosen zoom needs more room than there is, it scrolls. */
export function ScaledFrame({ width, zoom: chosen = null, children }: ScaledFrameProps) {
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
  const zoom = chosen ?? Math.min(1, size.width / width);
  const frame: CSSProperties = {
    width,
    height: size.height / zoom,
    transform: zoom === 1 ? undefined : `scale(${zoom})`,
    transformOrigin: "0 0",
    marginInlineStart: Math.max(0, (size.width - width * zoom) / 2),
  };
  return (
    <div
      ref={room}
      className={classNames(
        "absolute inset-0",
        chosen === null ? "overflow-clip" : "overflow-x-auto overflow-y-hidden",
      )}
      // Arrow keys scroll content that is too wide.
      tabIndex={chosen === null ? undefined : 0}
    >
      {/* Out of the flow it overflows by its scaled size alone, so that a focus in the frame scrolls nothing here. */}
      <div className="absolute [&>div]:size-full [&_iframe]:size-full [&_iframe]:border-0" style={frame}>
        {children}
      </div>
    </div>
  );
}

const subscribeToSize = (listener: () => void) => listen(window, { resize: listener });

export function useWindowWidth(): number {
  return useSyncExternalStore(subscribeToSize, () => window.innerWidth);
}

const ZOOMS = [0.5, 0.75, 1, 1.25, 1.5];

/** How large a page is shown, which changes none of its widths. */
export function Zoom({ zoom, onChange }: { zoom: number | null; onChange: (zoom: number | null) => void }) {
  return (
    <select
      aria-label="Zoom"
      value={zoom ?? ""}
      onChange={({ currentTarget }) =>
        onChange(currentTarget.value === "" ? null : Number(currentTarget.value))
      }
      className="h-9 rounded-md border border-line bg-transparent px-2 text-ink-soft text-sm hover:bg-hover touch:h-11"
    >
      <option value="">Fit</option>
      {ZOOMS.map((one) => (
        <option key={one} value={one}>
          {one * 100} %
        </option>
      ))}
    </select>
  );
}

type ChoiceProps = { label: string; detail?: string; isChosen: boolean; onChoose: () => void };

/** One of several ways to look at a page. */
function Choice({ label, detail, isChosen, onChoose }: ChoiceProps) {
  return (
    <label className="cursor-pointer rounded-sm px-2.5 py-1 text-ink-soft text-sm has-checked:bg-brand-soft has-checked:font-medium has-checked:text-brand has-focus-visible:outline-2 has-focus-visible:outline-brand touch:py-2.5">
      <input type="radio" name="viewport" className="sr-only" checked={isChosen} onChange={onChoose} />
      {label}
      {detail ? <span className="hidden text-xs xl:inline"> {detail}</span> : null}
    </label>
  );
}

type ViewportsProps = {
  /** Null: a way that is no width. */
  width: number | null;
  onChange: (viewport: Viewport) => void;
  /** Another way to look at the page, such as on paper. */
  other?: { label: string; onChoose: () => void };
};

export function Viewports({ width, onChange, other }: ViewportsProps) {
  return (
    <fieldset className="flex rounded-md border border-line p-0.5">
      <legend className="sr-only">Width of the page</legend>
      {VIEWPORTS.map((viewport) => (
        <Choice
          key={viewport.label}
          label={viewport.label}
          detail={String(viewport.width)}
          isChosen={viewport.width === width}
          onChoose={() => onChange(viewport)}
        />
      ))}
      {other ? <Choice {...other} isChosen={width === null} /> : null}
    </fieldset>
  );
}

/** Whether an element is at most this far outside the visible part of its scroller, or of the window. */
export function useIsNear(ref: RefObject<Element | null>, rootMargin: string): boolean {
  const [isNear, setIsNear] = useState(false);
  useEffect(() => {
    const element = ref.current;
    if (!element) return;
    const observer = new IntersectionObserver(([entry]) => setIsNear(entry?.isIntersecting === true), {
      root: element.closest("[data-scroller]"),
      rootMargin,
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [ref, rootMargin]);
  return isNear;
}
