import {
  checkProducts,
  exportProducts,
  getProduct,
  importProducts,
  listProducts,
} from "#contract/admin/products.ts";
import { call } from "#web/lib/call.ts";
import { ImportPage } from "../ui/import-page.tsx";

/** /admin/products/import */
export function ImportProductsPage() {
  return (
    <ImportPage
      noun="products"
      one="product"
      list={{ label: "Products", path: "/products" }}
      importer="editor"
      write={async () => (await call(exportProducts)).csv}
      fileName="catalogue.csv"
      check={(body) => call(checkProducts, { body })}
      load={(body) => call(importProducts, { body })}
      stale={[listProducts, getProduct]}
    >
      <p>
        The first row names the columns: Name, Unit and Rate, and if you like Product ID and Status (Current
        or Retired). A row with a Product ID changes that product, also its name. Without one, a row belongs
        to the product of the same name and unit, or adds a new product. Products that aren't in the file stay
        as they are.
      </p>
    </ImportPage>
  );
}
