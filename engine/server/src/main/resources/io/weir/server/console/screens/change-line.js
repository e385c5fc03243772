// One item of a change feed, and what it changed.

import { html } from "../vendor/preact-htm.js";
import { namesOf, textOf } from "../protocol/edm.js";

export function ChangeLine({ item, isOpen, onOpen }) {
  return html`<li data-cause=${item.cause ?? item.kind}>
    <button type="button" class="plain line" aria-expanded=${isOpen} onClick=${onOpen}>
      <time datetime=${item.timestamp} title=${item.timestamp}>${timeOf(item.timestamp)}</time>
      <span class="tag">${causeOf(item)}</span>
      <strong>${item.table}</strong>
      <span class="key">${keyOf(item)}</span>
    </button>
    ${isOpen && html`<${Detail} item=${item} />`}
  </li>`;
}

// Returns the time of the day, in UTC, and the date unless it is today's.
function timeOf(timestamp) {
  const today = new Date().toISOString().slice(0, 10);
  return timestamp.startsWith(today) ? timestamp.slice(11, 23) : timestamp.slice(0, 23).replace("T", " ");
}

function causeOf({ kind, cause, after }) {
  if (kind !== "$change") {
    return kind === "$rangeRemoved" ? "range removed" : "table dropped";
  }
  return cause === "write" && after === null ? "removal" : cause;
}

function keyOf({ kind, PartitionKey, RowKey, group }) {
  return kind === "$change" ? `${PartitionKey} · ${RowKey}` : group === undefined ? "" : `partition group ${group}`;
}

function Detail({ item }) {
  const { after, before } = item;
  const names = [...new Set([...namesOf(before ?? {}), ...namesOf(after ?? {})])].filter((name) => name !== "PartitionKey" && name !== "RowKey");
  return html`<div class="detail">
    <p class="quiet small">batch ${item.batch ?? "–"} · partition group ${item.group ?? "–"} · ${before === undefined ? "what was stored before is not known" : before === null ? "nothing was stored before" : ""}</p>
    ${names.length > 0 &&
    html`<table class="list">
      <thead><tr><th scope="col">Property</th>${before && html`<th scope="col">Before</th>`}<th scope="col">After</th></tr></thead>
      <tbody>${names.map((name) => html`<${Line} name=${name} before=${before} after=${after} />`)}</tbody>
    </table>`}
  </div>`;
}

function Line({ name, before, after }) {
  const old = before ? textOf(before, name) : undefined;
  const now = after ? textOf(after, name) : "";
  return html`<tr data-state=${before && old !== now ? "mine" : ""}>
    <th scope="row">${name}</th>${before && html`<td><code>${old}</code></td>`}<td><code>${now}</code></td>
  </tr>`;
}
