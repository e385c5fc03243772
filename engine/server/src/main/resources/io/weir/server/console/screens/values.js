// The large values of an entity: listed, downloaded, stored from files, deleted.

import { html, useEffect, useRef, useState } from "../vendor/preact-htm.js";
import { bytes } from "../core/format.js";
import { useLoad } from "../core/load.js";
import { Confirm, useAction } from "../parts/dialog.js";
import { Failure, say } from "../parts/notice.js";
import { saveAs } from "../parts/saving.js";
import { deleteValue, listValues, putValue, readValue } from "../protocol/values.js";

export function Values({ client, table, row, unlocked }) {
  const { data, failure, again } = useLoad((signal) => listValues(client, table, row, signal), [table, row.PartitionKey, row.RowKey]);
  const [deleting, setDeleting] = useState();
  const remove = async () => {
    await deleteValue(client, table, row, deleting);
    say(`Value ${deleting} deleted.`);
    setDeleting(undefined);
    again();
  };
  return html`<section class="values" aria-labelledby="values">
    <h3 id="values">Large values</h3>
    <${Failure} failure=${failure} again=${again} />
    ${data?.length === 0 && html`<p class="quiet small">None. A large value is a file of any size beside the entity.</p>`}
    <ul>
      ${data?.map((value) => html`<${Stored} key=${value.name} client=${client} table=${table} row=${row} value=${value} unlocked=${unlocked} onDelete=${setDeleting} />`)}
    </ul>
    ${unlocked && data && html`<${Upload} client=${client} table=${table} row=${row} values=${data} onDone=${again} />`}
    ${deleting !== undefined &&
    html`<${Confirm} title="Delete value" name=${deleting} verb="Delete" onConfirm=${remove} onClose=${() => setDeleting(undefined)}>
      <p>The large value <code>${deleting}</code> of this entity is deleted. There is no way back.</p>
    <//>`}
  </section>`;
}

function Stored({ client, table, row, value, unlocked, onDelete }) {
  const [read, setRead] = useState();
  const control = useTransfer();
  const { run, busy, failure } = useAction(async () => {
    control.current = new AbortController();
    setRead(0);
    try {
      await save(readValue(client, table, row, value.name, control.current.signal), value, setRead);
    } finally {
      setRead(undefined);
    }
  });
  return html`<li>
    <strong>${value.name}</strong> <span>${bytes(value.length)}</span> <span class="quiet">${value.type}</span>
    <span role="status">${read !== undefined && `${bytes(read)} read`}</span>
    <span class="buttons">
      ${busy && html`<button type="button" onClick=${() => control.current.abort()}>Cancel</button>`}
      <button type="button" disabled=${busy} aria-label="Download ${value.name}" onClick=${() => run()}>Download</button>
      <button type="button" class="danger" disabled=${busy || !unlocked} aria-label="Delete ${value.name}" onClick=${() => onDelete(value.name)}>Delete</button>
    </span>
    <${Failure} failure=${failure} />
  </li>`;
}

async function save(pieces, { name, length, type }, progress) {
  const sink = await saveAs(name, type);
  try {
    let read = 0;
    for await (const piece of pieces) {
      await sink.write(piece);
      progress((read += piece.length));
    }
    if (read !== length) {
      throw new Error(`The value has changed meanwhile, or broke off: ${bytes(read)} of ${bytes(length)} arrived.`);
    }
    await sink.close();
  } catch (failure) {
    await sink.abort();
    throw failure;
  }
}

// Returns the control of the transfer that is under way. It ends when the view goes.
function useTransfer() {
  const control = useRef();
  useEffect(() => () => control.current?.abort(), []);
  return control;
}

function Upload({ client, table, row, values, onDone }) {
  const [name, setName] = useState("");
  const [file, setFile] = useState();
  const [round, setRound] = useState(0);
  const control = useTransfer();
  const replaced = values.find((value) => value.name === name);
  const { run, busy, failure } = useAction(async () => {
    control.current = new AbortController();
    await putValue(client, table, row, name, file, replaced, control.current.signal);
    say(`Value ${name} ${replaced ? "replaced" : "stored"}.`);
    setName("");
    setFile(undefined);
    setRound(round + 1);
    onDone();
  });
  const choose = (event) => {
    const [chosen] = event.target.files;
    setFile(chosen);
    setName((old) => old || (chosen?.name ?? ""));
  };
  return html`<div class="upload">
    <label><span>File</span><input key=${round} type="file" onChange=${choose} disabled=${busy} /></label>
    <label><span>Name of the value</span><input value=${name} maxlength="200" spellcheck=${false} onInput=${(event) => setName(event.target.value)} /></label>
    ${busy && html`<button type="button" onClick=${() => control.current.abort()}>Cancel</button>`}
    <button type="button" class=${replaced ? "danger" : ""} disabled=${busy || !file || name === ""} onClick=${() => run()}>${busy ? "Storing …" : replaced ? `Replace ${name}` : "Store"}</button>
    <${Failure} failure=${failure} />
  </div>`;
}
