import { expect, test } from "vitest";
import { createVisitLimit, limitsOfNetworks, networkOf, networksOf } from "./rate-limit.ts";

const limit = { key: "sign-in address", max: 200, windowSeconds: 600 };

test("FIELD-3 an address of IPv6 counts for its networks of 64, 56 and 48 bits, and the wider ones may do more", () => {
  expect(limitsOfNetworks("2001:db8:1:2fff::7", limit)).toEqual([
    { ...limit, key: "sign-in address 2001:0db8:0001:2fff:0000:0000:0000:0000" },
    { ...limit, key: "sign-in address 2001:0db8:0001:2f00:0000:0000:0000:0000/56", max: 800 },
    { ...limit, key: "sign-in address 2001:0db8:0001:0000:0000:0000:0000:0000/48", max: 3200 },
  ]);
});

test.each(["203.0.113.9", "::ffff:203.0.113.9", "::FFFF:cb00:7109"])(
  "FIELD-3 %s is one address of IPv4",
  (address) => {
    expect(networksOf(address)).toEqual([{ name: "203.0.113.9", share: 1 }]);
    expect(networkOf(address)).toBe("203.0.113.9");
  },
);

test("FIELD-3 networks of different sizes are counted apart, also where their bits are equal", () => {
  const names = networksOf("2001:db8::1").map(({ name }) => name);
  expect(new Set(names).size).toBe(3);
});

const at = (ms: number) => new Date(ms);

test("CARE-9 a network waits for the end of its window, and no other network waits", () => {
  const limit = createVisitLimit({ max: 2, windowMs: 60_000 });
  const visit = (network: string, ms: number) => limit.count(network, at(ms));
  expect([visit("a", 0), visit("a", 1000), visit("a", 20_000)]).toEqual([null, null, 40]);
  expect(visit("b", 20_000)).toBeNull();
  expect(visit("a", 59_999)).toBe(1);
  expect(visit("a", 60_000)).toBeNull();
});

test("RUN-1 a clock that is put back by an hour lets no network wait for it", () => {
  const limit = createVisitLimit({ max: 1, windowMs: 60_000 });
  expect([limit.count("a", at(7_200_000)), limit.count("a", at(7_200_000))]).toEqual([null, 60]);
  expect(limit.count("a", at(3_600_000))).toBeNull();
  expect(limit.count("a", at(3_600_000))).toBe(60);
});

test("CARE-9 of very many networks only the latest are remembered", () => {
  const limit = createVisitLimit({ max: 1, windowMs: 60_000 });
  expect(limit.count("first", at(0))).toBeNull();
  expect(limit.count("first", at(0))).toBe(60);
  for (let network = 0; network < 20_000; network += 1) limit.count(`n${network}`, at(0));
  // The oldest window was given up, so its network begins a new one.
  expect(limit.count("first", at(0))).toBeNull();
});

test("FIELD-3 very many networks of one provider wait together, and customers of others do not", () => {
  const limit = createVisitLimit({ max: 2, windowMs: 60_000 });
  const visit = (network: string) => limit.count(`2001:db8:${network}::1`, at(0));
  // Of each network of 56 bits eight visits, of one of 48 bits thirty-two.
  for (let count = 0; count < 8; count += 1) expect(visit(`1:${count}`)).toBeNull();
  expect(visit("1:8")).toBe(60);
  for (let count = 0; count < 23; count += 1) expect(visit(`1:${(count + 1).toString(16)}00`)).toBeNull();
  expect(visit("1:ff00")).toBe(60);
  expect(visit("2:1")).toBeNull();
});
