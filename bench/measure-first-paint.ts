import { type Cookies, launchChromium, signIn } from "#tests/support/launch-chromium.ts";
import { paintOf, slowDown } from "./slow-line.ts";
import { startMeasuredPortal } from "./start-measured-portal.ts";
import { type Measured, summarize } from "./statistics.ts";

const WRITER = { email: "writer@demo.test", password: "counterpart-demo" };
const SCREENS = {
  login: "/login",
  dashboard: "/dashboard",
  list: "/documents/type/PROPOSAL",
  document: "/doc/online-store-and-wholesale-portal",
};
const ROUNDS = 7;

type FirstPaint = { largestPaintMs: Measured; requests: number };

/** The largest paint of four screens on a slow phone with an empty cache, and how often each asks. */
export async function measureFirstPaint(): Promise<Record<string, FirstPaint>> {
  const portal = await startMeasuredPortal();
  const { browser, close } = await launchChromium();
  async function open(path: string, cookies: Cookies): Promise<{ paint: number; requests: number }> {
    const context = await browser.newContext({ viewport: { width: 360, height: 780 } });
    await context.addCookies(cookies);
    const page = await context.newPage();
    let requests = 0;
    page.on("request", (request) => {
      if (!request.url().startsWith("data:")) requests += 1;
    });
    await slowDown(page);
    const paint = await paintOf(page, `${portal.url}${path}`);
    await context.close();
    return { paint, requests };
  }
  try {
    const cookies = await signIn(browser, portal.url, WRITER.email, WRITER.password);
    const measured: Record<string, FirstPaint> = {};
    for (const [name, path] of Object.entries(SCREENS)) {
      const rounds: { paint: number; requests: number }[] = [];
      for (let round = 0; round < ROUNDS; round += 1)
        rounds.push(await open(path, name === "login" ? [] : cookies));
      const requests = Math.max(...rounds.map((one) => one.requests));
      const largestPaintMs = summarize(
        rounds.map(({ paint }) => paint),
        0,
      );
      measured[name] = { largestPaintMs, requests };
    }
    return measured;
  } finally {
    await close();
    await portal.remove();
  }
}
