import type { Page, Route } from "playwright-core";

export type HeldRequests = {
  /** Resolves when the server has answered the first of them, which the page has not been told yet. */
  answered(): Promise<void>;
  /** Tells the page what the server answered at the time, and holds nothing any more. */
  letGo(): Promise<void>;
};

/**
 * Lets the server answer what the page asks at these addresses, and keeps the answers back: a slow line.
 * With `times` only so many of them are held.
 */
export async function holdRequests(
  page: Page,
  addresses: string,
  options: { times?: number } = {},
): Promise<HeldRequests> {
  const first = Promise.withResolvers<void>();
  const going = Promise.withResolvers<void>();
  const hold = async (route: Route) => {
    const answer = await route.fetch();
    first.resolve();
    await going.promise;
    await route.fulfill({ response: answer }).catch(ignoreAbandoned);
  };
  await page.route(addresses, hold, options);
  return {
    answered: () => first.promise,
    async letGo() {
      going.resolve();
      await page.unroute(addresses, hold);
    },
  };
}

/** A request that the page gave up meanwhile needs no answer. */
function ignoreAbandoned(): void {}
