import { afterAll } from "vitest";

let leftOver: (() => Promise<void>) | undefined;

/**
 * Closes what a file started at its top, after its tests. Vitest runs no hook of a file whose tests are all filtered out
 * by their titles: what such a file started is closed when the worker's next file starts something.
 */
export async function closeAfterFile(close: () => Promise<void>): Promise<void> {
  await leftOver?.();
  leftOver = close;
  afterAll(async () => {
    leftOver = undefined;
    await close();
  });
}
