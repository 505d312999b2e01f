import type { Route } from "../http/route.ts";
import { mailRoutes } from "./mail-samples.ts";

const FILES = import.meta.glob<Record<string, Route[]>>("../*/routes.ts", { eager: true });

/** The handlers of all calls: the routes of every feature, and of the samples of mails. */
export const ROUTES: readonly Route[] = [
  ...Object.values(FILES).flatMap((file) => Object.values(file).flat()),
  ...mailRoutes,
];
