/** What the frame must show: a field with a text, a heading with another text, or a heading at another place. */
type Sight = { field: string } | { heading: string; becomes: string } | { moved: string };

type Measuring = typeof globalThis & { measured?: Promise<number> };

/**
 * Measures the time from the next such event until a frame shows it. Runs in the measured page and needs nothing from
 * outside.
 */
export function armFor({ event, sight }: { event: "pointerdown" | "keydown"; sight: Sight }): void {
  const frame = document.querySelector("iframe")?.contentWindow;
  const placeOf = (text: string) => frame?.document.body.textContent.indexOf(text);
  const findSight = (): (() => boolean) => {
    if ("field" in sight) {
      return () =>
        [...document.querySelectorAll<HTMLInputElement>("input, textarea")].some(
          (field) => field.value === sight.field && field.checkVisibility(),
        );
    }
    if ("moved" in sight) {
      const before = placeOf(sight.moved);
      return () => placeOf(sight.moved) !== before;
    }
    const headings = [...(frame?.document.querySelectorAll("h1, h2, h3, h4") ?? [])];
    const heading = headings.find(({ textContent }) => textContent === sight.heading);
    if (!heading) throw new Error(`No heading says ${sight.heading}`);
    return () => heading.textContent === sight.becomes;
  };
  const isThere = findSight();
  (globalThis as Measuring).measured = new Promise((resolve) => {
    const look = (from: number) => {
      if (!isThere()) {
        requestAnimationFrame(() => look(from));
        return;
      }
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => resolve(performance.timeOrigin + performance.now() - from);
      port2.postMessage(null);
    };
    const listening = new AbortController();
    for (const view of frame ? [window, frame] : [window]) {
      const hear = ({ timeStamp }: Event) => {
        listening.abort();
        const from = view.performance.timeOrigin + timeStamp;
        requestAnimationFrame(() => look(from));
      };
      view.addEventListener(event, hear, { capture: true, signal: listening.signal });
    }
  });
}

/** Rejects if nothing has come of the key or press for 20 seconds. */
export function measuredTime(): Promise<number> {
  const late = new Promise<number>((_, reject) =>
    setTimeout(() => reject(new Error("The canvas did not follow")), 20_000),
  );
  return Promise.race([(globalThis as Measuring).measured ?? late, late]);
}
