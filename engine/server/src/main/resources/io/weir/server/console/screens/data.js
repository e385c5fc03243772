// The entities of a table: the query, its plan, the grid, and the dialogs about its results.

import { html, useMemo, useState } from "../vendor/preact-htm.js";
import { useLoad } from "../core/load.js";
import { replace } from "../core/router.js";
import { session } from "../core/session.js";
import { useStore } from "../core/store.js";
import { both, searchFilter } from "../filter/search.js";
import { Grid } from "../grid/grid.js";
import { useSelection } from "../grid/selection.js";
import { useRows } from "../grid/use-rows.js";
import { Empty, Failure } from "../parts/notice.js";
import { Snippets } from "../parts/snippets.js";
import { listIndexes } from "../protocol/tables.js";
import { DeleteResults } from "./delete-results.js";
import { Entity } from "./entity.js";
import { Export } from "./export.js";
import { History, remember } from "./history.js";
import { sortingOf } from "./orders.js";
import { QueryBar } from "./query-bar.js";
import { Status } from "./status.js";

export function Data({ client, table, options }) {
  const { unlocked } = useStore(session);
  const [round, setRound] = useState(0);
  const [dialog, setDialog] = useState();
  const [words, setWords] = useState("");
  const query = useMemo(() => ({ filter: options.filter ?? "", order: options.order ?? "" }), [options.filter, options.order]);
  const { feed } = useRows(client, table, query, round);
  const indexes = useLoad((signal) => listIndexes(client, table, signal), [client, table]).data ?? [];
  const selection = useSelection();
  const columns = feed ? [...feed.columns].map(([name, type]) => ({ name, type })) : [];
  const run = (filter, order = query.order) => {
    selection.clear();
    remember({ table, filter: filter.trim(), order });
    replace(["table", table], { filter: filter.trim(), order });
    setRound((old) => old + 1);
  };
  const search = (filter) => {
    run(both(filter, searchFilter(words, feed.columns)));
    setWords("");
  };
  const close = () => setDialog(undefined);
  const changed = () => {
    close();
    selection.clear();
    setRound((old) => old + 1);
  };
  const cancel = (event) => event.key === "Escape" && !event.defaultPrevented && !event.target.closest("dialog") && feed?.cancel();
  return html`<div class="data" onKeyDown=${cancel}>
    <${QueryBar}
      query=${query}
      feed=${feed}
      indexes=${indexes}
      words=${words}
      onWords=${setWords}
      onRun=${run}
      onSearch=${search}
      onDialog=${setDialog}
    />
    ${feed && html`<${Status} client=${client} table=${table} query=${query} feed=${feed} selection=${selection} unlocked=${unlocked} onDialog=${setDialog} />`}
    ${feed?.failure && feed.failure.filterOffset === undefined && html`<${Failure} failure=${feed.failure} again=${() => setRound((old) => old + 1)} />`}
    ${feed &&
    (feed.rows.length > 0
      ? html`<${Grid}
          key=${`${query.filter}|${query.order}|${round}`}
          feed=${feed}
          columns=${columns}
          selection=${selection}
          sorting=${sortingOf(query.order, indexes, (order) => run(query.filter, order))}
          label="Entities of ${table}"
          onOpen=${(row) => setDialog({ open: row })}
        />`
      : feed.state === "complete" && html`<${Empty} title="No entities">${query.filter ? "No entity matches the filter." : "The table is empty."}<//>`)}
    ${dialog === "code" && html`<${Snippets} account=${client.account} table=${table} query=${query} onClose=${close} />`}
    ${dialog === "history" && html`<${History} query=${{ table, ...query }} onClose=${close} />`}
    ${dialog === "export" && html`<${Export} client=${client} table=${table} query=${query} selection=${selection} onClose=${close} />`}
    ${dialog === "delete" && html`<${DeleteResults} client=${client} table=${table} query=${query} selection=${selection} onDone=${changed} onClose=${close} />`}
    ${dialog === "insert" && html`<${Entity} client=${client} table=${table} onDone=${changed} onClose=${close} />`}
    ${dialog?.open && html`<${Entity} client=${client} table=${table} row=${dialog.open} onDone=${changed} onClose=${close} />`}
  </div>`;
}
