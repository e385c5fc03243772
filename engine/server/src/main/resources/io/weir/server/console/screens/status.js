// The progress of a query: rows, scan, plan; and the actions on its results.

import { html, useState } from "../vendor/preact-htm.js";
import { count, millis, plural } from "../core/format.js";
import { useAction } from "../parts/dialog.js";
import { Failure } from "../parts/notice.js";
import { Plan } from "../parts/plan.js";
import { OfferUnlock } from "../parts/unlock.js";
import { explain } from "../protocol/entities.js";
import { countEntities, sumUp } from "../protocol/tables.js";

const STATES = {
  reading: "reading",
  waiting: "more to read",
  complete: "complete",
  cancelled: "cancelled",
  full: "as much as a page holds; export has the rest",
  failed: "failed",
};

// sort: {name, descending} of the rows in the page, or nothing. cell: {row, name} that is chosen in the grid, or nothing; name may be none.
export function Status({ client, table, query, feed, sort, selection, unlocked, cell, onChangeInPlace, onDialog }) {
  const [answer, setAnswer] = useState();
  const counting = useAction(async () => setAnswer({ counted: await countEntities(client, table, query.filter) }));
  const explaining = useAction(async () => setAnswer({ plan: await explain(client, table, query) }));
  const summing = useAction(async () => setAnswer({ summary: await summaryOf(client, table, query.filter, cell.name) }));
  const plan = feed.report ?? answer?.plan;
  const locked = unlocked ? "" : "Unlock writing first";
  return html`<div class="status">
    <p class="facts" data-state=${feed.state}>
      <strong>${plural(feed.rows.length, "entity", "entities")}</strong>
      <span>${count(feed.scanned)} scanned</span>
      ${feed.isOpen ? "" : html`<span>${millis(feed.millis)}</span>`}
      <span role="status">${STATES[feed.state]}</span>
      ${answer?.counted !== undefined && html`<span>${count(answer.counted)} match in all</span>`}
      ${answer?.summary && html`<span>${answer.summary}</span>`}
      ${selection.isEmpty ? "" : html`<strong>${selection.isAll ? "all results selected" : `${count(selection.chosen.length)} selected`}</strong>`}
      ${feed.hasMoreColumns && html`<span>more columns than are shown</span>`}
      ${sort && html`<span>${sortText(feed, sort)}</span>`}
    </p>
    <div class="buttons">
      ${feed.isOpen && html`<button type="button" onClick=${() => feed.cancel()}>Cancel</button>`}
      ${feed.state === "waiting" && html`<button type="button" onClick=${() => feed.look(Infinity)}>Read all</button>`}
      ${!query.words && html`<button type="button" disabled=${counting.busy} onClick=${() => counting.run()}>Count</button>`}
      ${!query.words && cell?.name && html`<button type="button" disabled=${summing.busy} title="Of all entities that the filter selects" onClick=${() => summing.run()}>Sum up ${cell.name}</button>`}
      ${!feed.report && html`<button type="button" disabled=${explaining.busy} onClick=${() => explaining.run()}>Explain</button>`}
      <button type="button" onClick=${() => onDialog("export")}>Export</button>
      <button type="button" disabled=${!unlocked} title=${locked} onClick=${() => onDialog("insert")}>Insert</button>
      <button type="button" disabled=${!unlocked} title=${locked || titleOf(cell)} onClick=${() => onChangeInPlace(cell?.row)}>Change in place</button>
      <button type="button" class="danger" disabled=${!unlocked || selection.isEmpty} title=${locked} onClick=${() => onDialog("delete")}>Delete</button>
      <${OfferUnlock} />
    </div>
    <${Failure} failure=${counting.failure ?? explaining.failure ?? summing.failure} />
    ${plan && html`<${Plan} plan=${plan} took=${feed.report ? feed.millis : undefined} isSearch=${query.words !== ""} />`}
  </div>`;
}

function titleOf(cell) {
  return cell ? `${cell.name ?? "Properties"} of ${cell.row.PartitionKey} · ${cell.row.RowKey}` : "An entity that you name";
}

// Returns what the service computes from a property of all entities that the filter selects, as a sentence.
async function summaryOf(client, table, filter, name) {
  const { Entities, ...values } = await sumUp(client, table, filter, name);
  const told = Object.entries(values).filter(([, value]) => value !== null);
  const found = told.length > 0 ? told.map(([title, value]) => `${title.toLowerCase()} ${value}`).join(", ") : "no values";
  return `${name} of ${plural(Number(Entities), "entity", "entities")}: ${found}`;
}

function sortText(feed, { name, descending }) {
  const direction = descending ? "descending" : "ascending";
  return feed.state === "complete" ? `sorted by ${name}, ${direction}` : `only what is loaded is sorted by ${name}, ${direction}`;
}
