import "./app.css";
import { BrowserRouter } from "#web/lib/routing/create-router.ts";
import { VIEW_PATH } from "./lib/client-view.ts";
import { meetDemandsWith } from "./lib/demands.ts";
import { signInOverPageWith } from "./lib/session.ts";
import { startPage } from "./lib/start-page.tsx";
import { ROUTES } from "./routes.tsx";
import { PageLoader } from "./ui/page-loader.tsx";

const router = new BrowserRouter(ROUTES, { basename: VIEW_PATH ?? "/", Loading: PageLoader });

meetDemandsWith(async () => (await import("./security/meet-demand.tsx")).meetDemand);
signInOverPageWith(async () => (await import("./security/sign-in-over-page.tsx")).showSignIn);
// The clients' fonts are optional (fonts.css): after this time the browser uses its own.
startPage(router, 100);
