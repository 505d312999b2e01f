import type { Noun } from "../noun.ts";

export const noun: Noun = { actions: { portal: { "world.load": "imported records" } } };
