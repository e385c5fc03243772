// Saves selected entities, or a query's whole result, as a file. The result is streamed and never held as a whole.

import { html, useRef, useState } from "../vendor/preact-htm.js";
import { count, plural } from "../core/format.js";
import { Dialog } from "../parts/dialog.js";
import { Failure } from "../parts/notice.js";
import { saveAs } from "../parts/saving.js";
import { csvLine, csvRow } from "../protocol/csv.js";
import { namesOf } from "../protocol/edm.js";
import { wholeResult } from "../protocol/entities.js";
import { isAbort } from "../protocol/failure.js";

const WRITE_CHARACTERS = 256 * 1024;

export function Export({ client, table, query, selection, onClose }) {
  const [form, setForm] = useState("csv");
  const [state, setState] = useState({});
  const control = useRef();
  const run = async () => {
    control.current = new AbortController();
    const progress = (step, rows) => setState({ step, rows });
    try {
      const rows = await save({ client, table, query, selection, form, signal: control.current.signal, progress });
      setState({ done: true, rows });
    } catch (failure) {
      setState(isAbort(failure) ? {} : { failure });
    }
  };
  const close = () => {
    control.current?.abort();
    onClose();
  };
  return html`<${Dialog} title="Export" onClose=${close}>
    <p class="prose">
      ${selection.isEmpty || selection.isAll ? html`All results of the query in <code>${table}</code>${query.words && ` that have “${query.words}” in a text property`}.` : `${plural(selection.chosen.length, "selected entity", "selected entities")}.`}
    </p>
    <fieldset class="choice">
      <legend>Form</legend>
      <label><input type="radio" name="form" checked=${form === "csv"} onChange=${() => setForm("csv")} /><span>CSV</span></label>
      <label><input type="radio" name="form" checked=${form === "ndjson"} onChange=${() => setForm("ndjson")} /><span>ndjson, with types</span></label>
    </fieldset>
    ${form === "csv" && html`<p class="quiet small">A CSV has no types, and its first line needs every column: the result is read twice.</p>`}
    <p role="status">${statusOf(state)}</p>
    <${Failure} failure=${state.failure} />
    <footer>
      <button type="button" onClick=${close}>${state.done ? "Close" : "Cancel"}</button>
      ${!state.done && html`<button type="button" class="primary" disabled=${state.step !== undefined} onClick=${run}>Export</button>`}
    </footer>
  <//>`;
}

function statusOf({ done, step, rows }) {
  if (done) {
    return `${plural(rows, "entity", "entities")} saved.`;
  }
  return step ? `${step}: ${count(rows)}` : "";
}

async function save({ client, table, query, selection, form, signal, progress }) {
  const rows = selection.isEmpty || selection.isAll ? () => wholeResult(client, table, query, signal) : () => chosenRows(selection);
  const sink = await saveAs(`${table}.${form}`, form === "csv" ? "text/csv" : "application/x-ndjson");
  try {
    const write = form === "csv" ? await csvWriter(rows, progress) : { head: "", line: ({ text }) => `${text}\n` };
    const saved = await pour(rows, write, sink, progress);
    await sink.close();
    return saved;
  } catch (failure) {
    await sink.abort();
    throw failure;
  }
}

async function* chosenRows(selection) {
  for (const { row } of selection.chosen) {
    yield { value: row, text: JSON.stringify(row) };
  }
}

async function csvWriter(rows, progress) {
  const names = new Set(["PartitionKey", "RowKey", "Timestamp"]);
  let seen = 0;
  for await (const { value } of rows()) {
    if (!value.$end) {
      namesOf(value).forEach((name) => names.add(name));
      progress("Finding columns", ++seen);
    }
  }
  return { head: csvLine([...names]), line: ({ value }) => csvRow(value, names) };
}

// Writes in pieces: a write of a file costs more than a line.
async function pour(rows, write, sink, progress) {
  let piece = write.head;
  let saved = 0;
  for await (const line of rows()) {
    if (line.value.$end) {
      continue;
    }
    piece += write.line(line);
    saved++;
    if (piece.length >= WRITE_CHARACTERS) {
      await sink.write(piece);
      piece = "";
      progress("Saving", saved);
    }
  }
  await sink.write(piece);
  return saved;
}
