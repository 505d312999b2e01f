import { expect, onTestFinished, test } from "vitest";
import { startPortal } from "#tests/support/portal.ts";

test("RUN-1 a portal that is told to stop says first that it is not ready, and serves until its drain ends", async () => {
  const portal = await startPortal({ DRAIN_SECONDS: "10" });
  onTestFinished(() => portal.remove());
  const ready = () => fetch(`${portal.url}/readyz`);
  expect((await ready()).status).toBe(200);

  const ended = portal.end("SIGTERM");
  await expect.poll(async () => (await ready()).status).toBe(503);
  expect(await (await ready()).json()).toMatchObject({ status: "stopping", checks: { database: "ok" } });
  const page = await fetch(`${portal.url}/`);
  expect(page.status).toBe(200);
  expect(page.headers.get("connection")).toBe("close");
  expect((await fetch(`${portal.url}/healthz`)).status).toBe(200);
  expect(await ended).toBe(0);
  await expect(ready()).rejects.toThrow();
});
