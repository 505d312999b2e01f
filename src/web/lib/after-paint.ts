/** A hidden window paints nothing. */
const LATEST_MS = 50;

/** Resolves once the browser has shown what changed, so that a request does not hold it up. */
export function afterPaint(): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, LATEST_MS);
    requestAnimationFrame(() => {
      clearTimeout(timer);
      setTimeout(resolve);
    });
  });
}
