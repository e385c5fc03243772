// The entities of a table: the query, its plan, the grid, and the dialogs about its results.

import { html, useMemo, useState } from "../vendor/preact-htm.js";
import { useLoad } from "../core/load.js";
import { replace } from "../core/router.js";
import { session } from "../core/session.js";
import { useStore } from "../core/store.js";
import { Grid } from "../grid/grid.js";
import { useSelection } from "../grid/selection.js";
import { useSorted } from "../grid/sorting.js";
import { useRows } from "../grid/use-rows.js";
import { Empty, Failure } from "../parts/notice.js";
import { Snippets } from "../parts/snippets.js";
import { listIndexes } from "../protocol/tables.js";
import { ChangeInPlace } from "./change-in-place.js";
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
  const [sort, setSort] = useState();
  const [place, setPlace] = useState();
  const query = useMemo(
    () => ({ filter: options.filter ?? "", order: options.order ?? "", words: options.words ?? "" }),
    [options.filter, options.order, options.words],
  );
  const { feed } = useRows(client, table, query, round);
  const indexes = useLoad((signal) => listIndexes(client, table, signal), [client, table]).data ?? [];
  const selection = useSelection();
  const rows = useSorted(feed, sort);
  const columns = feed ? [...feed.columns].map(([name, type]) => ({ name, type })) : [];
  const chosen = place?.feed === feed ? place : undefined;
  const readAgain = () => {
    selection.clear();
    setRound((old) => old + 1);
  };
  const run = (change) => {
    const next = { ...query, ...change };
    setSort(undefined);
    remember({ table, ...next });
    replace(["table", table], next);
    readAgain();
  };
  const sortBy = (next) => {
    setPlace(undefined);
    setSort(next);
  };
  const close = () => setDialog(undefined);
  const changed = () => {
    close();
    readAgain();
  };
  const changedInPlace = (entity) => {
    close();
    selection.clear();
    if (sort) {
      setPlace(undefined); // the row may have another place now
    }
    if (!entity || !feed.put(entity)) {
      readAgain();
    }
  };
  const changeInPlace = (row) => setDialog({ change: { row, name: chosen?.name } });
  const answerKey = `${query.filter}|${query.order}|${query.words}|${round}`;
  const cancel = (event) => event.key === "Escape" && !event.defaultPrevented && !event.target.closest("dialog") && feed?.cancel();
  return html`<div class="data" onKeyDown=${cancel}>
    <${QueryBar}
      query=${query}
      feed=${feed}
      indexes=${indexes}
      onRun=${run}
      onDialog=${setDialog}
    />
    ${feed && html`<${Status} key=${`status|${answerKey}`} client=${client} table=${table} query=${query} feed=${feed} sort=${sort} selection=${selection} unlocked=${unlocked} cell=${rows[chosen?.at] && { row: rows[chosen.at], name: chosen.name }} onChangeInPlace=${changeInPlace} onDialog=${setDialog} />`}
    ${feed?.failure && feed.failure.filterOffset === undefined && html`<${Failure} failure=${feed.failure} again=${() => setRound((old) => old + 1)} />`}
    ${feed &&
    (feed.rows.length > 0
      ? html`<${Grid}
          key=${answerKey}
          feed=${feed}
          rows=${rows}
          columns=${columns}
          selection=${selection}
          sorting=${sortingOf({ order: query.order, indexes, sort, onOrder: (order) => run({ order }), onSort: sortBy })}
          label="Entities of ${table}"
          place=${chosen}
          onPlace=${(next) => setPlace({ ...next, feed })}
          onOpen=${(row) => setDialog({ open: row })}
          onChange=${changeInPlace}
        />`
      : feed.state === "complete" && html`<${Empty} title="No entities">${emptyText(query)}<//>`)}
    ${dialog === "code" && html`<${Snippets} account=${client.account} table=${table} query=${query} onClose=${close} />`}
    ${dialog === "history" && html`<${History} query=${{ table, ...query }} onClose=${close} />`}
    ${dialog === "export" && html`<${Export} client=${client} table=${table} query=${query} selection=${selection} onClose=${close} />`}
    ${dialog === "delete" && html`<${DeleteResults} client=${client} table=${table} query=${query} selection=${selection} onDone=${changed} onClose=${close} />`}
    ${dialog === "insert" && html`<${Entity} client=${client} table=${table} onDone=${changed} onClose=${close} />`}
    ${dialog?.open && html`<${Entity} client=${client} table=${table} row=${dialog.open} onDone=${changed} onChangeInPlace=${changeInPlace} onClose=${close} />`}
    ${dialog?.change && html`<${ChangeInPlace} client=${client} table=${table} row=${dialog.change.row} name=${dialog.change.name} columns=${feed?.columns ?? []} onDone=${changedInPlace} onClose=${close} />`}
  </div>`;
}

function emptyText({ filter, words }) {
  if (words) {
    return `No entity has “${words}” in a text property${filter && ", among those that match the filter"}.`;
  }
  return filter ? "No entity matches the filter." : "The table is empty.";
}
