// Deletes selected entities, or every result of a query, in requests of 500 at a time.

import { html, useRef, useState } from "../vendor/preact-htm.js";
import { count, plural } from "../core/format.js";
import { Confirm } from "../parts/dialog.js";
import { say } from "../parts/notice.js";
import { deleteAll, wholeResult } from "../protocol/entities.js";

const AT_ONCE = 500;

export function DeleteResults({ client, table, query, selection, onDone, onClose }) {
  const [done, setDone] = useState({ deleted: 0, absent: 0 });
  const control = useRef(new AbortController());
  const close = () => {
    control.current.abort();
    onClose();
  };
  const run = async () => {
    const { signal } = control.current;
    const keys = selection.isAll ? resultKeys(client, table, query, signal) : selection.chosen;
    const total = await deleteKeys(client, table, keys, signal, setDone);
    say(`${plural(total.deleted, "entity", "entities")} deleted${total.absent > 0 ? `; ${count(total.absent)} were gone already` : ""}.`);
    onDone();
  };
  return html`<${Confirm} title="Delete entities" verb="Delete" name=${table} onConfirm=${run} onClose=${close}>
    <p>
      ${selection.isAll
        ? html`Every result of the query ${query.filter ? html`<code>${query.filter}</code>` : "(all entities of the table)"}${query.words && ` that has “${query.words}” in a text property`} is deleted, also those that are not shown.`
        : `${plural(selection.chosen.length, "selected entity is", "selected entities are")} deleted, whatever their version.`}
      ${" "}There is no way back. Cancel stops after the request that is under way.
    </p>
    <p role="status">${done.deleted > 0 && `${count(done.deleted)} deleted`}</p>
  <//>`;
}

async function* resultKeys(client, table, query, signal) {
  for await (const { value } of wholeResult(client, table, { ...query, order: "", select: "PartitionKey,RowKey" }, signal)) {
    if (!value.$end) {
      yield value;
    }
  }
}

async function deleteKeys(client, table, keys, signal, progress) {
  const total = { deleted: 0, absent: 0 };
  let batch = [];
  const flush = async () => {
    if (batch.length > 0) {
      const { deleted, absent } = await deleteAll(client, table, batch, signal);
      total.deleted += deleted;
      total.absent += absent;
      progress({ ...total });
      batch = [];
    }
  };
  for await (const key of keys) {
    batch.push(key);
    if (batch.length === AT_ONCE) {
      await flush();
    }
  }
  await flush();
  return total;
}
