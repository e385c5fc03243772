// The fields of a query: filter, order and search; and the buttons that run, keep and share it.

import { html, useEffect, useState } from "../vendor/preact-htm.js";
import { FilterEditor } from "../filter/editor.js";
import { say } from "../parts/notice.js";
import { ordersOf } from "./orders.js";

export function QueryBar({ query, feed, indexes, words, onWords, onRun, onSearch, onDialog }) {
  const [filter, setFilter] = useState(query.filter);
  useEffect(() => setFilter(query.filter), [query.filter]);
  const failure = feed?.failure;
  const refused = failure && { filter: query.filter.trim(), offset: failure.filterOffset, message: failure.message };
  return html`<div class="query">
    <${FilterEditor} id="filter" value=${filter} onInput=${setFilter} onRun=${(text) => onRun(text)} columns=${feed?.columns ?? new Map()} refused=${refused} />
    <div class="bar">
      <label class="order">
        <span>Order</span>
        <select value=${query.order} onChange=${(event) => onRun(filter, event.target.value)}>
          ${ordersOf(indexes).map(({ text, title }) => html`<option value=${text}>${title}</option>`)}
          ${!ordersOf(indexes).some(({ text }) => text === query.order) && html`<option value=${query.order}>${query.order}</option>`}
        </select>
      </label>
      <form
        role="search"
        onSubmit=${(event) => {
          event.preventDefault();
          onSearch(filter);
        }}
      >
        <label><span>Text contains</span><input type="search" value=${words} onInput=${(event) => onWords(event.target.value)} placeholder="in any text property" /></label>
      </form>
      <div class="buttons">
        <button type="button" class="primary" onClick=${() => onRun(filter)}>Run</button>
        <button type="button" onClick=${() => onDialog("history")}>History</button>
        <button type="button" onClick=${() => onDialog("code")}>Code</button>
        <button type="button" onClick=${copyLink}>Link</button>
      </div>
    </div>
  </div>`;
}

async function copyLink() {
  try {
    await navigator.clipboard.writeText(location.href);
    say("Link copied. It names the table, the filter and the order, and no credential.");
  } catch {
    say("The browser does not allow copying. The address of this page is the link.");
  }
}
