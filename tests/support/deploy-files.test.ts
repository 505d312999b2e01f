import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { Variables } from "#server/env/declare-variables.ts";
import { ROOT } from "./portal.ts";

const read = (...path: string[]) => readFileSync(join(ROOT, ...path), "utf8");
const SITES = ["nginx.conf", "Caddyfile"];
const UNIT = join("deploy", "counterpart@.service");
/** Within it a portal ends after its drain (src/server/start/main.ts). */
const STOP_SECONDS = 25;

/** The largest body that the portal takes, an import of a CSV file (docs/operations.md). */
const LARGEST_BODY_MEGABYTES = 32;

test.each(SITES)("RUN-1 %s lets every body of the portal through, and asks both processes", (name) => {
  const site = read("deploy", name);
  const [, megabytes] = /(?:client_max_body_size |max_size )(\d+)m/i.exec(site) ?? [];
  expect(Number(megabytes)).toBe(LARGEST_BODY_MEGABYTES);
  expect(site).toContain("127.0.0.1:4000");
  expect(site).toContain("127.0.0.1:4001");
});

test.each([UNIT, "compose.yaml", "Containerfile"])(
  "RUN-1 %s sets only variables that the portal reads",
  (path) => {
    const text = read(path);
    const ours = [...text.matchAll(/^ +([A-Z]+_[A-Z_]+): |\b([A-Z]+_[A-Z_]+)=/gm)]
      .map(([, listed, assigned]) => listed ?? assigned ?? "")
      .filter((name) => !name.startsWith("POSTGRES_"));
    expect(ours.filter((name) => !(name in Variables.shape))).toEqual([]);
    expect(ours).not.toEqual([]);
  },
);

test("RUN-1 Docker and Podman leave the same files out of an image", () => {
  expect(read("Containerfile.dockerignore")).toBe(read(".containerignore"));
});

test.each([
  [UNIT, /DRAIN_SECONDS=(\d+).*TimeoutStopSec=(\d+)/s],
  ["compose.yaml", /DRAIN_SECONDS: "(\d+)".*stop_grace_period: (\d+)s/s],
])("RUN-1 %s gives a portal the time to drain and to finish what is under way", (path, times) => {
  const [, drain, limit] = times.exec(read(path)) ?? [];
  expect(Number(limit)).toBeGreaterThanOrEqual(Number(drain) + STOP_SECONDS);
});
