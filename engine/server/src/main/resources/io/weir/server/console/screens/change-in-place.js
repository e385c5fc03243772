// Changes an entity in place: the service computes the new values, so two who change it at once lose nothing and need no version.

import { html, useRef, useState } from "../vendor/preact-htm.js";
import { session } from "../core/session.js";
import { useStore } from "../core/store.js";
import { FilterEditor } from "../filter/editor.js";
import { Dialog, useAction } from "../parts/dialog.js";
import { Failure, say } from "../parts/notice.js";
import { OfferUnlock } from "../parts/unlock.js";
import { changeEntity } from "../protocol/change.js";
import { SYSTEM, fieldsOf, textOf } from "../protocol/edm.js";
import { readEntity } from "../protocol/entities.js";
import { ChangeRows, firstOperation } from "./change-rows.js";
import { Fields, Keys } from "./fields.js";

const SHOWN_CHARACTERS = 60;

// row: a stored entity, or nothing for one whose keys a person names. name: the property that is to change, if known. columns: types by name.
// onDone is called with the entity after the change, or with nothing if it could not be read.
export function ChangeInPlace({ client, table, row, name, columns, onDone, onClose }) {
  const { unlocked } = useStore(session);
  const [keys, setKeys] = useState({ partitionKey: row?.PartitionKey ?? "", rowKey: row?.RowKey ?? "" });
  const types = typesOf(row, columns);
  const [operations, setOperations] = useState([firstOperation(row, name, types)]);
  const [condition, setCondition] = useState("");
  const [defaults, setDefaults] = useState();
  const [repeats, setRepeats] = useState(0);
  const control = useRef();
  const sent = useRef();
  const { run, busy, failure } = useAction(async () => {
    control.current = new AbortController();
    sent.current = condition.trim();
    setRepeats(0);
    await changeEntity(client, table, keys, { operations, condition, defaults }, { signal: control.current.signal, onRepeat: () => setRepeats((old) => old + 1) });
    onDone(await entityAfter(client, table, keys, operations));
  });
  const submit = (event) => {
    event?.preventDefault();
    if (unlocked && !busy) {
      run();
    }
  };
  const close = () => {
    if (busy) {
      control.current.abort();
      say(`It is not known whether ${titleOf(keys)} was changed. Look at it before you change it again.`);
    }
    onClose();
  };
  const refused = failure?.filterOffset === undefined ? undefined : { filter: sent.current, offset: failure.filterOffset, message: failure.message };
  return html`<${Dialog} title="Change in place" wide onClose=${close}>
    <form onSubmit=${submit}>
      <${Keys} keys=${keys} fixed=${Boolean(row)} onChange=${setKeys} />
      <${ChangeRows} operations=${operations} types=${types} onChange=${setOperations} />
      <${FilterEditor} id="condition" label="Only if" example="Stock ge 1" value=${condition} onInput=${setCondition} onRun=${() => submit()} columns=${types} refused=${refused} />
      <label class="check"><input type="checkbox" checked=${defaults !== undefined} onChange=${(event) => setDefaults(event.target.checked ? [] : undefined)} /><span>Create the entity if none is stored</span></label>
      ${defaults && html`<fieldset class="defaults"><legend>It begins with</legend><${Fields} fields=${defaults} onChange=${setDefaults} /></fieldset>`}
      <p class="quiet small">The service computes the values. If the answer is lost, the console sends the change again, and it counts once.</p>
      <p role="status">${busy && repeats > 0 && "No answer yet. The same change is sent again."}</p>
      ${!refused && html`<${Failure} failure=${failure} />`}
      ${!unlocked && html`<p class="quiet">The console is read-only. <${OfferUnlock} /> it to change the entity.</p>`}
      <footer>
        <button type="button" onClick=${close}>Cancel</button>
        <button class="primary" disabled=${busy || !unlocked}>Change</button>
      </footer>
    </form>
  <//>`;
}

function typesOf(row, columns) {
  const known = new Map([...columns].filter(([name]) => !SYSTEM.includes(name)));
  for (const { name, type } of row ? fieldsOf(row) : []) {
    known.set(name, type);
  }
  return known;
}

function titleOf({ partitionKey, rowKey }) {
  return `${partitionKey} · ${rowKey}`;
}

// Reads the entity and says what the change has made of it. The change is done: a failure to read it is no failure of the change.
async function entityAfter(client, table, keys, operations) {
  try {
    const after = await readEntity(client, table, keys.partitionKey, keys.rowKey);
    say(`Entity ${titleOf(keys)} changed: ${operations.map(({ name }) => valueText(after, name)).join(", ")}.`);
    return after;
  } catch (failure) {
    say(`Entity ${titleOf(keys)} changed. It could not be read: ${failure.message}`);
    return undefined;
  }
}

function valueText(entity, name) {
  if (entity[name] === undefined) {
    return `${name} is absent`;
  }
  const text = textOf(entity, name);
  return `${name} is ${text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS)} …` : text}`;
}
