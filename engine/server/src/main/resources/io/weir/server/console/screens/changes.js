// A live view of the change feed of one table, or of all tables.

import { html, useEffect, useRef, useState } from "../vendor/preact-htm.js";
import { count, plural } from "../core/format.js";
import { useLoad } from "../core/load.js";
import { replace } from "../core/router.js";
import { FilterEditor } from "../filter/editor.js";
import { Empty, Failure } from "../parts/notice.js";
import { listTables } from "../protocol/tables.js";
import { ChangeTail } from "./change-tail.js";
import { ChangeLine } from "./change-line.js";

export function Changes({ client, options }) {
  const tables = useLoad((signal) => listTables(client, signal), [client]).data?.names ?? [];
  const [drawn, setDrawn] = useState(0);
  const [filter, setFilter] = useState(options.filter ?? "");
  const [opened, setOpened] = useState();
  const table = options.table ?? "";
  const from = options.from ?? "now";
  const tail = useRef();
  useEffect(() => {
    tail.current = new ChangeTail(client, { table, from, filter: options.filter ?? "" }, () => setDrawn((old) => old + 1));
    setOpened(undefined);
    return () => tail.current.stop();
  }, [client, table, from, options.filter]);
  const show = (change) => replace(["changes"], { table, from, filter, ...change });
  const follow = tail.current;
  return html`<div class="page fill" data-drawn=${drawn}>
    <header class="title">
      <h1>Changes</h1>
      <p class="live" role="status" data-state=${follow?.state}>${follow && stateText(follow)}</p>
      ${follow &&
      (follow.state === "following"
        ? html`<button type="button" onClick=${() => follow.stop()}>Stop</button>`
        : html`<button type="button" class="primary" onClick=${() => follow.start()}>Follow</button>`)}
    </header>
    <div class="bar">
      <label>
        <span>Table</span>
        <select value=${table} onChange=${(event) => show({ table: event.target.value })}>
          <option value="">all tables</option>
          ${tables.map((name) => html`<option value=${name}>${name}</option>`)}
          ${table && !tables.includes(table) && html`<option value=${table}>${table}</option>`}
        </select>
      </label>
      <label>
        <span>From</span>
        <select value=${from} onChange=${(event) => show({ from: event.target.value })}>
          <option value="now">now</option>
          <option value="beginning">the beginning</option>
        </select>
      </label>
    </div>
    <${FilterEditor} id="change-filter" value=${filter} onInput=${setFilter} onRun=${(text) => show({ filter: text })} columns=${follow?.columns ?? new Map()} refused=${refusalOf(follow, options.filter)} />
    <${Failure} failure=${follow?.failure} again=${() => follow.start()} />
    ${follow?.items.length === 0 && follow.state === "following" && html`<${Empty} title="No changes yet">The service is asked for everything that is written from here on.<//>`}
    ${follow?.items.length > 0 &&
    html`<ol class="changes" aria-label="Changes, the latest first" tabindex="0">
      ${follow.items.map((item) => html`<${ChangeLine} key=${item.number} item=${item} isOpen=${opened === item.number} onOpen=${() => setOpened(opened === item.number ? undefined : item.number)} />`)}
    </ol>`}
  </div>`;
}

function stateText(tail) {
  const { length } = tail.items;
  const seen = plural(tail.seen, "change") + (tail.seen > length ? `, the latest ${count(length)} are shown` : "");
  return tail.state === "following" ? `Following · ${seen}` : `Stopped · ${seen}`;
}

function refusalOf(tail, filter) {
  const failure = tail?.failure;
  return failure && { filter: filter ?? "", offset: failure.filterOffset, message: failure.message };
}
