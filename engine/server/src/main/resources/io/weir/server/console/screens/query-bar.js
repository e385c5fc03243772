// The fields of a query: filter, order and search; and the buttons that run, keep and share it.

import { html, useEffect, useState } from "../vendor/preact-htm.js";
import { FilterEditor } from "../filter/editor.js";
import { say } from "../parts/notice.js";
import { ordersOf } from "./orders.js";

// onRun is called with what changes in the query: {filter, words, order}.
export function QueryBar({ query, feed, indexes, onRun, onDialog }) {
  const [filter, setFilter] = useState(query.filter);
  const [words, setWords] = useState(query.words);
  useEffect(() => setFilter(query.filter), [query.filter]);
  useEffect(() => setWords(query.words), [query.words]);
  const run = (change) => onRun({ filter: filter.trim(), words: words.trim(), ...change });
  const failure = feed?.failure;
  const refused = failure && { filter: query.filter.trim(), offset: failure.filterOffset, message: failure.message };
  return html`<div class="query">
    <${FilterEditor} id="filter" isFirst value=${filter} onInput=${setFilter} onRun=${(text) => run({ filter: text.trim() })} columns=${feed?.columns ?? new Map()} refused=${refused} />
    <div class="bar">
      <label class="order">
        <span>Order</span>
        <select value=${query.order} onChange=${(event) => run({ order: event.target.value })}>
          ${ordersOf(indexes).map(({ text, title }) => html`<option value=${text}>${title}</option>`)}
          ${!ordersOf(indexes).some(({ text }) => text === query.order) && html`<option value=${query.order}>${query.order}</option>`}
        </select>
      </label>
      <form
        role="search"
        onSubmit=${(event) => {
          event.preventDefault();
          run();
        }}
      >
        <label><span>Text contains</span><input type="search" value=${words} onInput=${(event) => setWords(event.target.value)} placeholder="in any text property" /></label>
      </form>
      <div class="buttons">
        <button type="button" class="primary" onClick=${() => run()}>Run</button>
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
    say("Link copied. It names the table, the filter, the words and the order, and no credential.");
  } catch {
    say("The browser does not allow copying. The address of this page is the link.");
  }
}
