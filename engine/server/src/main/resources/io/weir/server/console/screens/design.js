// The declarations of a table: secondary indexes and the rule of expiry.

import { html, useState } from "../vendor/preact-htm.js";
import { bytes, count } from "../core/format.js";
import { useLoad } from "../core/load.js";
import { session } from "../core/session.js";
import { useStore } from "../core/store.js";
import { Confirm, Dialog, useAction } from "../parts/dialog.js";
import { Empty, Failure, Loading, say } from "../parts/notice.js";
import { OfferUnlock } from "../parts/unlock.js";
import { createIndex, dropIndex, listIndexes, readExpiry, removeExpiry, setExpiry } from "../protocol/tables.js";
import { expiryText } from "./tables.js";

export function Design({ client, table }) {
  const { unlocked } = useStore(session);
  return html`${!unlocked && html`<p class="quiet">The console is read-only. <${OfferUnlock} /> it to change the table.</p>`}
  <div class="columns">
    <${Indexes} client=${client} table=${table} unlocked=${unlocked} />
    <${Expiry} client=${client} table=${table} unlocked=${unlocked} />
  </div>`;
}

function Indexes({ client, table, unlocked }) {
  const { data, failure, loading, again } = useLoad((signal) => listIndexes(client, table, signal), [table]);
  const [dialog, setDialog] = useState();
  const close = () => setDialog(undefined);
  return html`<section aria-labelledby="indexes">
    <header class="title">
      <h2 id="indexes">Indexes</h2>
      <button type="button" onClick=${again}>Reload</button>
      <button type="button" disabled=${!unlocked} onClick=${() => setDialog({ create: true })}>Declare an index</button>
    </header>
    <${Failure} failure=${failure} again=${again} />
    ${loading && !data && html`<${Loading} what="indexes" />`}
    ${data?.length === 0 && html`<${Empty} title="No indexes">Queries read by PartitionKey and RowKey.<//>`}
    ${data?.map((index) => html`<article class="card">
      <h3>${index.name} <span class="tag" data-state=${index.state}>${index.waiting ? "waiting" : index.state}${index.state === "backfilling" ? ` ${Math.round(index.progress * 100)} %` : ""}</span></h3>
      <p>${index.properties.map(({ name, descending }) => `${name}${descending ? " ↓" : " ↑"}`).join(", ")}${index.where && html` where <code>${index.where}</code>`}</p>
      <p class="quiet">${count(index.entries)} entries, ${bytes(index.bytes)}${index.unique ? ", unique" : ""}${index.withMissing ? "" : ", sparse: without entities that lack a property"}</p>
      <button type="button" class="plain danger" disabled=${!unlocked} aria-label="Drop index ${index.name}" onClick=${() => setDialog({ drop: index.name })}>Drop</button>
    </article>`)}
    ${dialog?.create && html`<${Declare} client=${client} table=${table} onDone=${again} onClose=${close} />`}
    ${dialog?.drop && html`<${DropIndex} client=${client} table=${table} name=${dialog.drop} onDone=${again} onClose=${close} />`}
  </section>`;
}

function DropIndex({ client, table, name, onDone, onClose }) {
  const drop = async () => {
    await dropIndex(client, table, name);
    say(`Index ${name} dropped.`);
    onClose();
    onDone();
  };
  return html`<${Confirm} title="Drop index" name=${name} verb="Drop index" onConfirm=${drop} onClose=${onClose}>
    <p>Queries that use the index <code>${name}</code> read more, or are refused if they need its order. No entity is changed.</p>
  <//>`;
}

function Declare({ client, table, onDone, onClose }) {
  const [form, setForm] = useState({ name: "", properties: "", where: "", unique: false, sparse: false });
  const set = (name) => (event) => setForm({ ...form, [name]: event.target.type === "checkbox" ? event.target.checked : event.target.value });
  const { run, busy, failure } = useAction(async () => {
    const { name, where, unique, sparse } = form;
    await createIndex(client, table, name, { properties: propertiesOf(form.properties), ...(where && { where }), unique, withMissing: !sparse });
    onClose();
    onDone();
  });
  const submit = (event) => {
    event.preventDefault();
    run();
  };
  return html`<${Dialog} title="Declare an index" onClose=${onClose}>
    <form onSubmit=${submit}>
      <label><span>Name</span><input value=${form.name} onInput=${set("name")} autofocus spellcheck=${false} /></label>
      <label><span>Properties, such as LastName, Age desc</span><input value=${form.properties} onInput=${set("properties")} spellcheck=${false} /></label>
      <label><span>Only entities that satisfy this filter</span><input value=${form.where} onInput=${set("where")} spellcheck=${false} /></label>
      <label class="check"><input type="checkbox" checked=${form.unique} onChange=${(event) => setForm({ ...form, unique: event.target.checked, sparse: event.target.checked })} /><span>No two entities may have equal values</span></label>
      <label class="check"><input type="checkbox" checked=${form.sparse} onChange=${set("sparse")} /><span>Sparse: without entities that lack a property; unique values may then be missing more than once</span></label>
      <${Failure} failure=${failure} />
      <footer><button type="button" onClick=${onClose}>Cancel</button><button class="primary" disabled=${busy || !form.name || !form.properties}>Declare</button></footer>
    </form>
  <//>`;
}

function propertiesOf(text) {
  return text.split(",").map((part) => {
    const [name, direction] = part.trim().split(/\s+/);
    return direction === "desc" ? { name, descending: true } : { name };
  });
}

function Expiry({ client, table, unlocked }) {
  const { data, failure, loading, again } = useLoad((signal) => readExpiry(client, table, signal), [table]);
  const [form, setForm] = useState({ kind: "property", text: "" });
  const [removing, setRemoving] = useState(false);
  const { run, busy, failure: refused } = useAction(async () => {
    await setExpiry(client, table, { [form.kind]: form.text });
    say("Rule of expiry set.");
    again();
  });
  const submit = (event) => {
    event.preventDefault();
    run();
  };
  const remove = async () => {
    await removeExpiry(client, table);
    say("Rule of expiry removed.");
    setRemoving(false);
    again();
  };
  return html`<section aria-labelledby="expiry">
    <header class="title"><h2 id="expiry">Expiry</h2></header>
    <${Failure} failure=${failure} again=${again} />
    ${loading && data === undefined && !failure && html`<${Loading} what="the rule" />`}
    ${data === null && html`<p class="quiet">Entities do not expire.</p>`}
    ${data && html`<p>Entities expire ${expiryText(data)}. <button type="button" class="plain danger" disabled=${!unlocked} onClick=${() => setRemoving(true)}>Remove the rule</button></p>`}
    <form class="line" onSubmit=${submit}>
      <label><span>Rule</span><select value=${form.kind} onChange=${(event) => setForm({ ...form, kind: event.target.value })}><option value="property">at the moment in a property</option><option value="age">at an age, such as P7D</option></select></label>
      <label><span>${form.kind === "age" ? "Age" : "Property"}</span><input value=${form.text} onInput=${(event) => setForm({ ...form, text: event.target.value })} spellcheck=${false} /></label>
      <button disabled=${!unlocked || busy || form.text === ""}>Set</button>
    </form>
    <${Failure} failure=${refused} />
    ${removing && html`<${Confirm} title="Remove the rule of expiry" name=${table} verb="Remove" onConfirm=${remove} onClose=${() => setRemoving(false)}><p>Entities that have not expired yet will stay.</p><//>`}
  </section>`;
}
