import type { Page, Route } from "playwright-core";

export type HeldRequests = {
  /** Resolves when the server has answered the first held request. The page has not received the answer yet. */
  answered(): Promise<void>;
  /** Passes the held answers to the page, at least one, and holds no further ones. */
  letGo(): Promise<void>;
};

/** Holds back the server's answers for these addresses, like a slow line. */
export async function holdRequests(page: Page, addresses: string): Promise<HeldRequests> {
  const first = Promise.withResolvers<void>();
  const going = Promise.withResolvers<void>();
  const held: Promise<void>[] = [];
  const hold = (route: Route) => {
    const passed = holdBack(route);
    held.push(passed);
    return passed;
  };
  async function holdBack(route: Route): Promise<void> {
    const answer = await route.fetch();
    first.resolve();
    await going.promise;
    await route.fulfill({ response: answer }).catch(ignoreAbandoned);
  }
  await page.route(addresses, hold);
  return {
    answered: () => first.promise,
    async letGo() {
      // A request whose route is taken away before it is answered may never be.
      await first.promise;
      going.resolve();
      await Promise.all(held);
      await page.unroute(addresses, hold);
    },
  };
}

/** A request that the page has aborted needs no answer. */
function ignoreAbandoned(): void {}
