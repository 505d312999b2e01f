import type { FastifyRequest } from "fastify";
import { expect, test } from "vitest";
import type { Deps } from "../deps.ts";
import { firstPictures } from "./first-picture.ts";

test("SPEED-9 a screen that cannot be drawn is logged, and its page goes out empty", async () => {
  const logged: string[] = [];
  const deps = {
    env: { publicUrl: "https://portal.example", isDeclarationTicked: true },
    settings: { now: () => ({ logoImageId: null }) },
    log: { error: (_error: unknown, text: string) => logged.push(text) },
  } as unknown as Deps;
  const draw = firstPictures(deps, "/no/such/folder");
  const request = { url: "/login", hostname: "portal.example" } as FastifyRequest;
  expect(await draw(request, { token: null, answers: [] })).toBeNull();
  expect(logged).toEqual(["A screen could not be drawn, its page goes out empty"]);
});
