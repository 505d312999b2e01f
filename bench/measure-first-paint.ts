import { type Cookies, launchChromium, signIn } from "#tests/support/launch-chromium.ts";
import { servePlainScreen } from "./serve-plain-screen.ts";
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

type Opened = Awaited<ReturnType<typeof paintOf>> & { requests: number };

export type FirstPaintMeasure = {
  screens: Record<string, { largestPaintMs: Measured; shift: number; requests: number }>;
  /** The largest paint of react-dom and the router alone, on the same line. */
  plainPaintMs: Measured;
};

/** The largest paint of four screens on a slow phone with an empty cache, what moves, and how often each asks. */
export async function measureFirstPaint(): Promise<FirstPaintMeasure> {
  const portal = await startMeasuredPortal();
  const plain = await servePlainScreen();
  const { browser, close } = await launchChromium();
  async function open(address: string, cookies: Cookies): Promise<Opened> {
    const context = await browser.newContext({ viewport: { width: 360, height: 780 } });
    await context.addCookies(cookies);
    const page = await context.newPage();
    let requests = 0;
    page.on("request", (request) => {
      if (!request.url().startsWith("data:")) requests += 1;
    });
    await slowDown(page);
    const painted = await paintOf(page, address);
    await context.close();
    return { ...painted, requests };
  }
  try {
    const cookies = await signIn(browser, portal.url, WRITER.email, WRITER.password);
    const screens: FirstPaintMeasure["screens"] = {};
    const plainPaints: number[] = [];
    for (const [name, path] of Object.entries(SCREENS)) {
      const rounds: Opened[] = [];
      for (let round = 0; round < ROUNDS; round += 1)
        rounds.push(await open(`${portal.url}${path}`, name === "login" ? [] : cookies));
      plainPaints.push((await open(plain.url, [])).largest, (await open(plain.url, [])).largest);
      const most = (key: "requests" | "shift") => Math.max(...rounds.map((one) => one[key]));
      const largestPaintMs = summarize(
        rounds.map(({ largest }) => largest),
        0,
      );
      screens[name] = { largestPaintMs, shift: most("shift"), requests: most("requests") };
    }
    return { screens, plainPaintMs: summarize(plainPaints, 0) };
  } finally {
    await close();
    plain.stop();
    await portal.remove();
  }
}
