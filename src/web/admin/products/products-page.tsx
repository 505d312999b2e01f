import { useMemo, useState } from "react";
import { listProducts } from "#contract/admin/products.ts";
import { mayActAs } from "#domain/account/admin-role.ts";
import type { Product } from "#domain/products/product.ts";
import { formatRate } from "#domain/products/product-details.ts";
import { useCall } from "#web/lib/use-call.ts";
import { usePageTitle } from "#web/lib/use-page-title.ts";
import { usePerson } from "#web/lib/use-person.ts";
import { Button } from "#web/ui/button.tsx";
import { DataTable } from "#web/ui/data-table/data-table.tsx";
import type { DataTableColumn } from "#web/ui/data-table/data-table-column.ts";
import { FailedRead } from "#web/ui/failed-read.tsx";
import { PageBody } from "#web/ui/page-body.tsx";
import { PageHeading } from "#web/ui/page-heading.tsx";
import { ProductDialog } from "./product-dialog.tsx";

const COLUMNS: DataTableColumn<Product>[] = [
  { id: "productName", header: "Name", text: (row) => row.productName, isWide: true, card: "title" },
  { id: "productUnit", header: "Unit", text: (row) => row.productUnit, card: "number" },
  {
    id: "productRate",
    header: "Rate",
    text: (row) => (row.productRate === null ? null : formatRate(row.productRate)),
    sortKey: (row) => row.productRate ?? -1,
    isMoney: true,
    card: "corner",
  },
];

/** With `onChange` the table has an editor's Change buttons. */
function columnsWith(onChange: (product: Product) => void): DataTableColumn<Product>[] {
  return [
    ...COLUMNS,
    {
      id: "actions",
      header: "Actions",
      isHeaderHidden: true,
      text: () => null,
      cell: (row) => (
        <Button size="sm" onClick={() => onChange(row)}>
          Change<span className="sr-only"> {row.productName}</span>
        </Button>
      ),
      isControls: true,
      card: "action",
    },
  ];
}

/** /admin/products */
export function ProductsPage() {
  usePageTitle("Products");
  const { data, error, mutate } = useCall(listProducts, {});
  const { profile } = usePerson();
  const mayChange = mayActAs(profile?.adminRole ?? null, "editor");
  /** The product in the dialog; null for a new one. */
  const [edited, setEdited] = useState<{ product: Product | null } | null>(null);
  const columns = useMemo(
    () => (mayChange ? columnsWith((product) => setEdited({ product })) : COLUMNS),
    [mayChange],
  );

  return (
    <PageBody>
      <PageHeading
        intro="Work orders charge for these products. Rates are per unit, before GST."
        actions={
          mayChange ? (
            <Button tone="primary" onClick={() => setEdited({ product: null })}>
              Add product
            </Button>
          ) : null
        }
      >
        Products
      </PageHeading>
      {error && !data ? (
        <FailedRead error={error} onRetry={() => void mutate()}>
          We were unable to fetch the products.
        </FailedRead>
      ) : (
        <DataTable
          label="Products"
          data={data}
          columns={columns}
          getRowId={(row) => row.productId}
          enablePagination
          usualOrder="By name"
          emptyHint="The products that work orders are priced by appear here."
        />
      )}
      {edited ? <ProductDialog product={edited.product} onClose={() => setEdited(null)} /> : null}
    </PageBody>
  );
}
