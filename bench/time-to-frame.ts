// These functions run in the measured page. Each needs nothing from outside.

type Measuring = typeof globalThis & { measured?: Promise<number> };

/** Measures the time from the next press on the canvas until a frame shows a field with this text. */
export function armForSelection(text: string): void {
  const frame = document.querySelector("iframe")?.contentWindow;
  (globalThis as Measuring).measured = new Promise((resolve) => {
    const isThere = () =>
      [...document.querySelectorAll<HTMLInputElement>("input, textarea")].some(
        (field) => field.value === text && field.checkVisibility(),
      );
    const look = (from: number) => {
      if (!isThere()) {
        requestAnimationFrame(() => look(from));
        return;
      }
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => resolve(performance.timeOrigin + performance.now() - from);
      port2.postMessage(null);
    };
    const press = ({ timeStamp }: Event) => {
      const from = (frame?.performance.timeOrigin ?? 0) + timeStamp;
      requestAnimationFrame(() => look(from));
    };
    frame?.document.addEventListener("click", press, { capture: true, once: true });
  });
}

/** Measures the time from the next key until a frame shows the heading with the letter. */
export function armForKey({ before, after }: { before: string; after: string }): void {
  const frame = document.querySelector("iframe")?.contentWindow;
  const headings = [...(frame?.document.querySelectorAll("h1, h2, h3, h4") ?? [])];
  const heading = headings.find(({ textContent }) => textContent === before);
  (globalThis as Measuring).measured = new Promise((resolve, reject) => {
    if (!heading) reject(new Error(`No heading says ${before}`));
    const look = (from: number) => {
      if (heading?.textContent !== after) {
        requestAnimationFrame(() => look(from));
        return;
      }
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => resolve(performance.timeOrigin + performance.now() - from);
      port2.postMessage(null);
    };
    const listening = new AbortController();
    for (const view of [window, frame]) {
      const options = { capture: true, signal: listening.signal };
      view?.addEventListener(
        "keydown",
        (event) => {
          listening.abort();
          const from = view.performance.timeOrigin + event.timeStamp;
          requestAnimationFrame(() => look(from));
        },
        options,
      );
    }
  });
}

/** Rejects if nothing has come of the key or press for half a minute. */
export function measuredTime(): Promise<number> {
  const late = new Promise<number>((_, reject) =>
    setTimeout(() => reject(new Error("The canvas did not follow")), 30_000),
  );
  return Promise.race([(globalThis as Measuring).measured ?? late, late]);
}
