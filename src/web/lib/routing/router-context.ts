import { createContext } from "react";
import { createDrawnRouter, type Router, type RouterState } from "./create-router.ts";

const NOWHERE = createDrawnRouter({ pathname: "/", search: "", hash: "" }, { entered: [], params: {} });

export const RouterContext = createContext<Router>(NOWHERE);
export const StateContext = createContext<RouterState>(NOWHERE.state);
/** How many layouts are around. */
export const DepthContext = createContext(0);
export const RouteErrorContext = createContext<unknown>(undefined);
