// The editor of one entity: typed fields or raw JSON, written only over the version that was read.

import { html, useState } from "../vendor/preact-htm.js";
import { useLoad } from "../core/load.js";
import { session } from "../core/session.js";
import { useStore } from "../core/store.js";
import { Confirm, Dialog, useAction } from "../parts/dialog.js";
import { Failure, Loading, say } from "../parts/notice.js";
import { OfferUnlock } from "../parts/unlock.js";
import { entityJson, etagOf, fieldsOf } from "../protocol/edm.js";
import { deleteEntity, insertEntity, readEntity, replaceEntity } from "../protocol/entities.js";
import { readJson } from "../protocol/json.js";
import { Conflict } from "./conflict.js";
import { Fields, Keys } from "./fields.js";
import { Values } from "./values.js";

// row: the keys of a stored entity; nothing for a new one. onChangeInPlace: called with the stored entity.
export function Entity({ client, table, row, onDone, onChangeInPlace, onClose }) {
  const title = row ? `${row.PartitionKey} · ${row.RowKey}` : `New entity in ${table}`;
  const load = (signal) => (row ? readEntity(client, table, row.PartitionKey, row.RowKey, signal) : Promise.resolve(undefined));
  const { data, failure, loading, again } = useLoad(load, [table, row]);
  return html`<${Dialog} title=${title} wide onClose=${onClose}>
    <${Failure} failure=${failure} again=${again} />
    ${loading && html`<${Loading} what="the entity" />`}
    ${!loading && !failure && html`<${Editor} client=${client} table=${table} stored=${data} onDone=${onDone} onChangeInPlace=${onChangeInPlace} onClose=${onClose} />`}
  <//>`;
}

function Editor({ client, table, stored, onDone, onChangeInPlace, onClose }) {
  const { unlocked } = useStore(session);
  const [keys, setKeys] = useState({ partitionKey: stored?.PartitionKey ?? "", rowKey: stored?.RowKey ?? "" });
  const [fields, setFields] = useState(stored ? fieldsOf(stored) : []);
  const [raw, setRaw] = useState();
  const [base, setBase] = useState(stored);
  const [theirs, setTheirs] = useState();
  const [deleting, setDeleting] = useState(false);
  const { run, busy, failure } = useAction(async () => {
    const mine = raw === undefined ? fields : fieldsOfText(raw);
    try {
      await write({ client, table, base, keys, fields: mine });
    } catch (refusal) {
      if (refusal.status !== 412) {
        throw refusal;
      }
      setFields(mine);
      setRaw(undefined);
      setTheirs(await readEntity(client, table, keys.partitionKey, keys.rowKey));
      return;
    }
    say(`Entity ${keys.partitionKey} · ${keys.rowKey} ${base ? "saved" : "inserted"}.`);
    onDone();
  });
  const resolve = (merged) => {
    setFields(merged);
    setBase(theirs);
    setTheirs(undefined);
  };
  const submit = (event) => {
    event.preventDefault();
    run();
  };
  const isEdited = raw !== undefined || JSON.stringify(fields) !== JSON.stringify(base && fieldsOf(base));
  if (theirs) {
    return html`<${Conflict} base=${fieldsOf(base)} mine=${fields} theirs=${fieldsOf(theirs)} onResolve=${resolve} onClose=${onClose} />`;
  }
  const remove = async () => {
    await deleteEntity(client, table, keys.partitionKey, keys.rowKey, etagOf(base));
    say(`Entity ${keys.partitionKey} · ${keys.rowKey} deleted.`);
    onDone();
  };
  return html`<form onSubmit=${submit}>
    <${Keys} keys=${keys} fixed=${Boolean(stored)} onChange=${setKeys} />
    ${base && html`<p class="quiet small">Written ${base.Timestamp} · version <code>${etagOf(base)}</code></p>`}
    ${raw === undefined
      ? html`<${Fields} fields=${fields} onChange=${setFields} readOnly=${!unlocked} />`
      : html`<label><span>Properties as JSON</span><textarea class="raw" rows="16" value=${raw} readonly=${!unlocked} spellcheck=${false} onInput=${(event) => setRaw(event.target.value)}></textarea></label>`}
    <${Failure} failure=${failure} />
    ${!unlocked && html`<p class="quiet">The console is read-only. <${OfferUnlock} /> it to change the entity.</p>`}
    <footer>
      ${base && html`<button type="button" class="danger" disabled=${!unlocked} onClick=${() => setDeleting(true)}>Delete</button>`}
      ${base && html`<button type="button" disabled=${!unlocked || isEdited} title=${isEdited ? "Save your edits first, or cancel them" : ""} onClick=${() => onChangeInPlace(base)}>Change in place</button>`}
      <button type="button" onClick=${() => toggleRaw({ raw, setRaw, fields, setFields })}>${raw === undefined ? "Raw JSON" : "Fields"}</button>
      <button type="button" onClick=${onClose}>Cancel</button>
      <button class="primary" disabled=${busy || !unlocked}>${base ? "Save" : "Insert"}</button>
    </footer>
  </form>
  ${stored && html`<${Values} client=${client} table=${table} row=${stored} unlocked=${unlocked} />`}
  ${deleting &&
    html`<${Confirm} title="Delete entity" name=${keys.rowKey} verb="Delete" onConfirm=${remove} onClose=${() => setDeleting(false)}>
      <p>The entity <code>${keys.partitionKey} · ${keys.rowKey}</code> is deleted if nobody has changed it since.</p>
    <//>`}`;
}

function write({ client, table, base, keys, fields }) {
  const body = entityJson(keys.partitionKey, keys.rowKey, fields);
  return base ? replaceEntity(client, table, keys.partitionKey, keys.rowKey, etagOf(base), body) : insertEntity(client, table, body);
}

// A text that is no JSON stays as it is, and its fault is shown when it is saved.
function toggleRaw({ raw, setRaw, fields, setFields }) {
  if (raw === undefined) {
    setRaw(textOfFields(fields));
    return;
  }
  try {
    setFields(fieldsOfText(raw));
    setRaw(undefined);
  } catch {
    setRaw(raw);
  }
}

function textOfFields(fields) {
  const members = fields.flatMap(({ name, type, text }) => {
    const inferred = type === "String" || type === "Boolean" || type === "Int32";
    const value = type === "Boolean" || type === "Int32" ? text : JSON.stringify(text);
    return [...(inferred ? [] : [`  "${name}@odata.type": "Edm.${type}"`]), `  ${JSON.stringify(name)}: ${value}`];
  });
  return `{\n${members.join(",\n")}\n}`;
}

function fieldsOfText(raw) {
  const object = readJson(raw);
  for (const value of Object.values(object)) {
    if (!["string", "number", "boolean"].includes(typeof value)) {
      throw new Error("A property is a text, a number, true or false.");
    }
  }
  return fieldsOf(object);
}
