import type { Page } from "playwright-core";
import { onTestFinished } from "vitest";

/** Gives the page a device that stores passkeys and needs no unlocking, until the test ends. */
export async function addAuthenticator(page: Page): Promise<{ unlocks(isUnlocked: boolean): Promise<void> }> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send("WebAuthn.enable");
  const { authenticatorId } = await cdp.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  onTestFinished(async () => {
    await cdp.send("WebAuthn.disable").catch(() => undefined);
    await cdp.detach().catch(() => undefined);
  });
  return {
    unlocks: async (isUserVerified) =>
      void (await cdp.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified })),
  };
}
