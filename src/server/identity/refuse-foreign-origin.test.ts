import { expect, test } from "vitest";
import { refuseForeignOrigin } from "./refuse-foreign-origin.ts";

const DEPLOYED = { publicUrl: "https://portal.example.test", isPublicUrlSet: true, isLoopback: false };
const UNNAMED = { publicUrl: "http://localhost:4000", isPublicUrlSet: false, isLoopback: false };
const DEVELOPED = { publicUrl: "http://localhost:4000", isPublicUrlSet: false, isLoopback: true };
const COOKIE = { cookie: "counterpart.session_token=x" };

test.each([
  ["the portal's own page", DEPLOYED, { origin: "https://portal.example.test", host: "portal.example.test" }],
  ["a program without a cookie", DEPLOYED, { host: "portal.example.test" }],
  [
    "the portal under its other local name",
    DEVELOPED,
    { origin: "http://127.0.0.1:4000", host: "127.0.0.1:4000" },
  ],
  [
    "the portal on another local port",
    DEVELOPED,
    { origin: "http://localhost:41234", host: "localhost:41234" },
  ],
  [
    "the address that was opened, where none is configured",
    UNNAMED,
    { origin: "http://192.0.2.7:4000", host: "192.0.2.7:4000" },
  ],
  ["the portal on IPv6 loopback", DEVELOPED, { origin: "http://[::1]:4000", host: "[::1]:4000" }],
])("lets %s through", (_who, env, headers) => {
  expect(() => refuseForeignOrigin(env, { method: "POST", headers })).not.toThrow();
});

test.each([
  [
    "another site, where none is configured",
    UNNAMED,
    { origin: "http://elsewhere.example", host: "192.0.2.7" },
  ],
  ["another site", DEPLOYED, { origin: "https://elsewhere.example", host: "portal.example.test" }],
  [
    "the same host without encryption",
    DEPLOYED,
    { origin: "http://portal.example.test", host: "portal.example.test" },
  ],
  ["a sandboxed frame", DEPLOYED, { origin: "null", host: "portal.example.test" }],
  ["a cookie that comes without an origin", DEPLOYED, { ...COOKIE, host: "portal.example.test" }],
  [
    "a loopback page at a deployed portal",
    DEPLOYED,
    { origin: "http://localhost:4000", host: "localhost:4000" },
  ],
  ["another local program's page", DEVELOPED, { origin: "http://localhost:3000", host: "localhost:4000" }],
  [
    "a name that is rebound to this machine",
    DEVELOPED,
    { origin: "http://rebound.example:4000", host: "rebound.example:4000" },
  ],
])("refuses %s", (_who, env, headers) => {
  expect(() => refuseForeignOrigin(env, { method: "POST", headers })).toThrow("own pages");
});

test("reading is not a matter of origin: the answer stays unreadable elsewhere", () => {
  const headers = { origin: "https://elsewhere.example", host: "portal.example.test" };
  expect(() => refuseForeignOrigin(DEPLOYED, { method: "GET", headers })).not.toThrow();
});
