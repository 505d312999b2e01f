import { type ComponentProps, StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { RouterProvider } from "react-router/dom";

/** Shows the screen of the page's address, and of every address that the person goes to from there. */
export function startPage(router: ComponentProps<typeof RouterProvider>["router"]): void {
  const root = document.getElementById("root");
  if (root === null) throw new Error("index.html has no #root");

  // The browser may restore a cached page after its person has signed out.
  window.addEventListener("pageshow", (event) => {
    if (event.persisted) window.location.reload();
  });

  createRoot(root).render(
    <StrictMode>
      <RouterProvider router={router} />
    </StrictMode>,
  );
}
