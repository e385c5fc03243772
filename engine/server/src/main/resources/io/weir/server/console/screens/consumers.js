// Named consumers of the change feed and how far they are behind.

import { html, useEffect, useState } from "../vendor/preact-htm.js";
import { bytes, seconds } from "../core/format.js";
import { useLoad } from "../core/load.js";
import { session } from "../core/session.js";
import { useStore } from "../core/store.js";
import { Confirm, Dialog, useAction } from "../parts/dialog.js";
import { Empty, Failure, Loading, say } from "../parts/notice.js";
import { OfferUnlock } from "../parts/unlock.js";
import { createConsumer, deleteConsumer, listConsumers, resetConsumer } from "../protocol/tables.js";

const REFRESH_MILLIS = 5000;

export function Consumers({ client }) {
  const { unlocked } = useStore(session);
  const { data, failure, loading, again } = useLoad((signal) => listConsumers(client, signal), [client]);
  const [dialog, setDialog] = useState();
  const close = () => setDialog(undefined);
  useEffect(() => {
    const timer = setInterval(() => document.visibilityState === "visible" && again(), REFRESH_MILLIS);
    return () => clearInterval(timer);
  }, []);
  return html`<div class="page">
    <header class="title">
      <h1>Consumers</h1>
      <button type="button" class="primary" disabled=${!unlocked} onClick=${() => setDialog({ create: true })}>Create consumer</button>
      <${OfferUnlock} />
    </header>
    <${Failure} failure=${failure} again=${again} />
    ${loading && !data && html`<${Loading} what="consumers" />`}
    ${data?.length === 0 && html`<${Empty} title="No consumers">A named consumer has its position in the service, which keeps the changes after it.<//>`}
    ${data?.length > 0 &&
    html`<div class="scroll" tabindex="0" role="region" aria-label="Consumers">
      <table class="list">
        <thead><tr><th scope="col">Name</th><th scope="col">Table</th><th scope="col">State</th><th scope="col" class="number">Behind</th><th scope="col" class="number">Age of the next change</th><th scope="col"><span class="hidden">Actions</span></th></tr></thead>
        <tbody>
          ${data.map(
            (consumer) => html`<tr key=${consumer.name}>
              <th scope="row">${consumer.name}</th>
              <td>${consumer.table ?? html`<span class="quiet">all tables</span>`}</td>
              <td><span class="tag" data-state=${consumer.state}>${consumer.state}</span></td>
              <td class="number">${bytes(consumer.lagBytes)}</td>
              <td class="number">${seconds(consumer.lagSeconds)}</td>
              <td class="number">
                <button type="button" class="plain" disabled=${!unlocked} aria-label="Reset ${consumer.name}" onClick=${() => setDialog({ reset: consumer.name })}>Reset</button>
                <button type="button" class="plain danger" disabled=${!unlocked} aria-label="Delete ${consumer.name}" onClick=${() => setDialog({ remove: consumer.name })}>Delete</button>
              </td>
            </tr>`,
          )}
        </tbody>
      </table>
    </div>`}
    ${dialog?.create && html`<${Create} client=${client} onDone=${again} onClose=${close} />`}
    ${dialog?.reset && html`<${Reset} client=${client} name=${dialog.reset} onDone=${again} onClose=${close} />`}
    ${dialog?.remove && html`<${Remove} client=${client} name=${dialog.remove} onDone=${again} onClose=${close} />`}
  </div>`;
}

function Create({ client, onDone, onClose }) {
  const [form, setForm] = useState({ name: "", table: "", from: "now" });
  const set = (name) => (event) => setForm({ ...form, [name]: event.target.value.trim() });
  const { run, busy, failure } = useAction(async () => {
    await createConsumer(client, form.name, form.table, form.from);
    onClose();
    onDone();
  });
  const submit = (event) => {
    event.preventDefault();
    run();
  };
  return html`<${Dialog} title="Create consumer" onClose=${onClose}>
    <form onSubmit=${submit}>
      <label><span>Name</span><input value=${form.name} onInput=${set("name")} autofocus spellcheck=${false} /></label>
      <label><span>Table; empty for all tables</span><input value=${form.table} onInput=${set("table")} spellcheck=${false} /></label>
      <label><span>From</span><select value=${form.from} onChange=${set("from")}><option value="now">now</option><option value="beginning">the beginning</option></select></label>
      <p class="quiet small">The service keeps the changes that the consumer has not read, within its limits.</p>
      <${Failure} failure=${failure} />
      <footer><button type="button" onClick=${onClose}>Cancel</button><button class="primary" disabled=${busy || form.name === ""}>Create</button></footer>
    </form>
  <//>`;
}

function Reset({ client, name, onDone, onClose }) {
  const reset = async () => {
    await resetConsumer(client, name, "beginning");
    say(`Consumer ${name} begins again.`);
    onClose();
    onDone();
  };
  return html`<${Confirm} title="Reset consumer" name=${name} verb="Reset" onConfirm=${reset} onClose=${onClose}>
    <p>The consumer <code>${name}</code> reads all existing entities again, and then the changes.</p>
  <//>`;
}

function Remove({ client, name, onDone, onClose }) {
  const remove = async () => {
    await deleteConsumer(client, name);
    say(`Consumer ${name} deleted.`);
    onClose();
    onDone();
  };
  return html`<${Confirm} title="Delete consumer" name=${name} verb="Delete" onConfirm=${remove} onClose=${onClose}>
    <p>The position of <code>${name}</code> is lost, and the service no longer keeps changes for it.</p>
  <//>`;
}
