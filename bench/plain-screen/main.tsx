// A screen of react-dom and the router alone, without data, style or fonts: what the portal's screens are compared with.
import { createRoot } from "react-dom/client";
import { createBrowserRouter } from "#web/lib/routing/create-router.ts";
import { RouterView } from "#web/lib/routing/router-view.tsx";

function Screen() {
  return (
    <main>
      <h1>Documents</h1>
      <p>Nothing waits for you.</p>
    </main>
  );
}

const root = document.getElementById("root");
if (root)
  createRoot(root).render(<RouterView router={createBrowserRouter([{ path: "/", Component: Screen }])} />);
