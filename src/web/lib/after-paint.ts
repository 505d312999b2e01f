/** A hidden window paints nothing. */
const LATEST_MS = 50;

/** Resolves after the next paint, so that a request does not delay it. */
export function afterPaint(): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, LATEST_MS);
    requestAnimationFrame(() => {
      clearTimeout(timer);
      setTimeout(resolve);
    });
  });
}
