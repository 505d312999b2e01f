import { expect, test } from "vitest";
import { limitsOfNetworks, networkOf, networksOf } from "./rate-limit.ts";

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
