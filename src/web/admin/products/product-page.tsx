import { useState } from "react";
import { Exact } from "#blocks/exact.tsx";
import { deleteProduct, getProduct, listProducts, retireProduct } from "#contract/admin/products.ts";
import { DOCUMENT_STATUS_LABELS } from "#domain/documents/unique-document.ts";
import { formatRate } from "#domain/format.ts";
import type { ProductEvent, ProductRecord } from "#domain/products/product.ts";
import { call } from "#web/lib/call.ts";
import { useNavigate, useParams } from "#web/lib/routing/use-routing.ts";
import { useCached, useCall } from "#web/lib/use-call.ts";
import { useMayActAs } from "#web/lib/use-person.ts";
import { Button } from "#web/ui/button.tsx";
import { DateText } from "#web/ui/date-text.tsx";
import { Detail, DetailList } from "#web/ui/detail-list.tsx";
import { DeleteDialog } from "#web/ui/form-dialog.tsx";
import { PageHeading } from "#web/ui/page-body.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { TextLink } from "#web/ui/text-link.tsx";
import { showToast } from "#web/ui/toasts.tsx";
import { documentPath } from "../ui/document-paths.ts";
import { RecordScreen } from "../ui/record-screen.tsx";
import { useAction } from "../ui/use-action.ts";
import { ProductDialog } from "./product-dialog.tsx";

const PRODUCTS = "/products";

/** /admin/products/:productId */
export function ProductPage() {
  const { productId = "" } = useParams();
  return (
    <RecordScreen
      answer={useCall(getProduct, { params: { id: productId } })}
      id={productId}
      noun="product"
      list={{ to: PRODUCTS, label: "All products" }}
      title={({ productName }) => productName}
      skeleton={<Skeleton className="h-56 w-full max-w-4xl rounded-lg" />}
    >
      {(product) => <ProductDetails product={product} />}
    </RecordScreen>
  );
}

function ProductDetails({ product }: { product: ProductRecord }) {
  const mayChange = useMayActAs("editor");
  const [isChanging, setIsChanging] = useState(false);
  const { productUnit, productRate, isRetired, workOrders } = product;
  return (
    <article>
      <PageHeading
        eyebrow={<TextLink to={PRODUCTS}>Products</TextLink>}
        intro={isRetired ? "Retired: work that charges for it keeps it, and new work can't choose it." : null}
        actions={
          mayChange ? (
            <>
              <RetireProduct product={product} />
              <Button onClick={() => setIsChanging(true)}>Change</Button>
            </>
          ) : null
        }
      >
        {product.productName}
      </PageHeading>
      <DetailList>
        <Detail label="Unit">{productUnit ?? "None"}</Detail>
        <Detail label="Rate">
          {productRate === null ? "None" : <Exact>{formatRate(productRate)}</Exact>}
        </Detail>
        <Detail label="Used by">
          {workOrders === 1 ? "1 work order" : `${workOrders.toLocaleString("en-AU")} work orders`}
        </Detail>
      </DetailList>
      <section aria-labelledby="documents" className="mt-8">
        <h2 id="documents" className="mb-2 font-semibold text-lg">
          Documents
        </h2>
        {product.documents.length === 0 ? (
          <p className="text-ink-soft">No document charges for this product.</p>
        ) : (
          <ul className="divide-y divide-line">
            {product.documents.map((one) => (
              <li key={one.uniqueDocumentId} className="flex flex-wrap justify-between gap-x-4 py-2">
                <TextLink
                  to={documentPath(one.uniqueDocumentId)}
                  dir="auto"
                  className="wrap-anywhere min-w-0"
                >
                  {one.name}
                </TextLink>
                <span className="text-ink-soft">
                  <bdi translate="no">{one.organizationName}</bdi>, {DOCUMENT_STATUS_LABELS[one.status]}
                </span>
              </li>
            ))}
          </ul>
        )}
      </section>
      <section aria-labelledby="history" className="mt-8">
        <h2 id="history" className="mb-2 font-semibold text-lg">
          History
        </h2>
        {product.history.length === 0 ? (
          <p className="text-ink-soft">Nothing has changed since the product was imported.</p>
        ) : (
          <ol className="divide-y divide-line">
            {product.history.map((event) => (
              <li key={event.at} className="flex flex-wrap justify-between gap-x-4 py-2">
                <span>{describe(event)}</span>
                <span className="text-ink-soft">
                  <bdi translate="no">{event.who ?? "Removed person"}</bdi>, <DateText iso={event.at} />
                </span>
              </li>
            ))}
          </ol>
        )}
      </section>
      {isChanging ? <ProductDialog product={product} onClose={() => setIsChanging(false)} /> : null}
    </article>
  );
}

const ACTIONS = { add: "Added", retire: "Retired", restore: "Restored" };

function describe({ what, before, after }: ProductEvent): string {
  if (what !== "change") return ACTIONS[what];
  if (!before || !after) return "Changed";
  const valuesOf = ({ productName, productUnit, productRate }: typeof after) => [
    `“${productName}”`,
    productUnit ?? "none",
    productRate === null ? "none" : formatRate(productRate),
  ];
  const [old, current] = [valuesOf(before), valuesOf(after)];
  const changes = ["name", "unit", "rate"].flatMap((name, at) =>
    old[at] === current[at] ? [] : `${name} from ${old[at]} to ${current[at]}`,
  );
  return `Changed ${changes.join(", ")}`;
}

/** Retires a product or restores it; a product that nothing charges for can be deleted. */
function RetireProduct({ product }: { product: ProductRecord }) {
  const { productId, productName, isRetired, workOrders } = product;
  const cached = useCached();
  const navigate = useNavigate();
  const { isBusy, run } = useAction("Nothing was changed");
  const [isDeleting, setIsDeleting] = useState(false);
  const params = { id: productId };

  async function retire() {
    await call(retireProduct, { params, body: { isRetired: !isRetired } });
    await Promise.all([cached.refetch(getProduct), cached.refetch(listProducts)]);
    showToast({ title: isRetired ? "Product restored" : "Product retired", text: productName });
  }

  async function remove() {
    await call(deleteProduct, { params });
    void cached.refetch(listProducts);
    showToast({ title: "Product deleted", text: productName });
    await navigate("/products", { replace: true });
  }

  return (
    <>
      {workOrders === 0 ? <Button onClick={() => setIsDeleting(true)}>Delete</Button> : null}
      <Button onClick={() => void run(retire)} isBusy={isBusy}>
        {isRetired ? "Restore" : "Retire"}
      </Button>
      <DeleteDialog
        isOpen={isDeleting}
        item={productName}
        note="No work order has ever charged for it."
        onDelete={remove}
        onClose={() => setIsDeleting(false)}
      />
    </>
  );
}
