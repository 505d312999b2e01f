import { createBrowserRouter } from "react-router";
import { PATHS } from "./paths.ts";

/** Which address shows what. */
export const router = createBrowserRouter([{ path: PATHS.landing, element: null }]);
