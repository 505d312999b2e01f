import { expect, test } from "vitest";
import { type Deployment, forecast, loadOf, type Measured } from "./forecast.ts";

const work = (portal: number, database: number, browser = 0) => ({ portal, database, browser });
const MEASURED: Measured = {
  list: work(2, 1),
  document: work(2, 1),
  profile: work(0.5, 0.5),
  accept: work(60, 30, 170),
  told: work(0.1, 0.2),
};
const SMALL: Deployment = { organizations: 1000, portals: 1, databaseCores: 1, browsers: 1 };

test("each station is as busy as the work that reaches it", () => {
  const load = loadOf(SMALL);
  const { stations, bottleneck } = forecast(SMALL, MEASURED);
  const ofPortal =
    (load.list + load.followed + load.document) * 2 + load.profile * 0.5 + load.accept * 60 + load.told * 0.1;
  const portal = stations.find(({ name }) => name === "portal");
  expect(portal?.busy).toBeCloseTo(ofPortal / 1000, 1);
  expect(bottleneck.busy).toBe(Math.max(...stations.map(({ busy }) => busy)));
});

test("what the company's pages hear grows with the square of the organizations, unless they gather it", () => {
  const times = (isGathered: boolean) => {
    const [small, large] = [SMALL, { ...SMALL, organizations: 10_000 }].map((one) =>
      loadOf({ ...one, isGathered }),
    );
    return (large?.told ?? 0) / (small?.told ?? 1);
  };
  expect(times(false)).toBeCloseTo(100);
  expect(times(true)).toBeLessThan(15);
});
