// Draws the plan of a query: the access path and, after the query, the entities scanned and returned.

import { html } from "../vendor/preact-htm.js";
import { count, millis, plural } from "../core/format.js";

const PATHS = {
  POINT: "One entity by its keys",
  MULTI_POINT: "Entities by their keys",
  ROW_RANGE: "Rows of one partition",
  PARTITION_SCAN: "Whole partitions",
  PARTITION_RANGE: "A range of partitions",
  INDEX_LOOKUP: "Given values of an index",
  INDEX_RANGE: "A range of an index",
  INDEX_UNION: "Ranges of several indexes",
  TABLE_SCAN: "The whole table",
  NONE: "Nothing can match",
};

const REASONS = {
  forbidden: () => "the query forbids it",
  backfilling: () => "it is still being filled",
  failed: () => "it could not become unique; drop it",
  partial: () => "the filter does not imply its condition",
  order: () => "it does not give this order",
  first_property: (name) => `the filter does not bound its first property ${name}`,
  sparse: (name) => `it is sparse, and lacks entities without ${name}; declare it without sparse, or compare ${name}`,
  cost: () => "another path reads less",
};

// plan: {plan or path, index, ranges}, {scanned, returned} if the query was answered, and perhaps unused: a list of {name, reason, property}.
// isSearch: whether the page has tested what the service returned, so that no index would read less.
export function Plan({ plan, took, isSearch }) {
  const path = plan.plan ?? plan.path;
  return html`<figure class="plan" aria-label="How the query was answered">
    <figcaption>
      <strong>${PATHS[path] ?? path}</strong>
      <code>${path}</code>
      ${plan.index && html`<span>index <code>${plan.index}</code></span>`}
      <span>${plural(plan.ranges, "range")}</span>
      ${took !== undefined && html`<span>${millis(took)}</span>`}
    </figcaption>
    ${plan.scanned !== undefined && html`<${Counts} scanned=${plan.scanned} returned=${plan.returned} isSearch=${isSearch} />`}
    ${plan.unused?.map(({ name, reason, property }) => html`<p>Index <code>${name}</code> is not used: ${REASONS[reason]?.(property) ?? reason}.</p>`)}
  </figure>`;
}

function Counts({ scanned, returned, isSearch }) {
  const share = scanned > 0 ? Math.min(1, returned / scanned) : 1;
  return html`<svg viewBox="0 0 1000 10" preserveAspectRatio="none" aria-hidden="true">
      <rect class="scanned" width="1000" height="10" rx="5" />
      <rect class="returned" width=${Math.max(share * 1000, returned > 0 ? 4 : 0)} height="10" rx="5" />
    </svg>
    <p><span><i class="returned"></i>${count(returned)} ${isSearch ? "found" : "returned"}</span><span><i class="scanned"></i>${count(scanned)} scanned</span>${share < 0.1 &&
      scanned > 1000 &&
      !isSearch &&
      html`<span class="hint">An index on the compared properties would read less.</span>`}</p>`;
}
