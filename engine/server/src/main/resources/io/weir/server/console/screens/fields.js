// The keys and the properties of an entity as fields.

import { html, useLayoutEffect, useRef } from "../vendor/preact-htm.js";
import { bytes } from "../core/format.js";
import { TYPES, fault } from "../protocol/edm.js";

const LONG_CHARACTERS = 60;
export const START = { Boolean: "false", Int32: "0", Int64: "0", Double: "0" };

// keys: {partitionKey, rowKey}. fixed: whether they are those of a stored entity.
export function Keys({ keys, fixed, onChange }) {
  return html`<div class="keys-of-entity">
    <${Key} title="PartitionKey" value=${keys.partitionKey} fixed=${fixed} onInput=${(partitionKey) => onChange({ ...keys, partitionKey })} />
    <${Key} title="RowKey" value=${keys.rowKey} fixed=${fixed} onInput=${(rowKey) => onChange({ ...keys, rowKey })} />
  </div>`;
}

function Key({ title, value, fixed, onInput }) {
  return html`<label><span>${title}</span><input value=${value} readonly=${fixed} maxlength="512" spellcheck=${false} onInput=${(event) => onInput(event.target.value)} /></label>`;
}

// fields: {name, type, text} each.
export function Fields({ fields, onChange, readOnly }) {
  const change = (at, next) => onChange(fields.map((field, index) => (index === at ? { ...field, ...next } : field)));
  return html`<div class="properties">
    <div class="fields" role="group" aria-label="Properties">
      ${fields.map(
      (field, at) => html`<${Field}
        key=${at}
        field=${field}
        readOnly=${readOnly}
        onChange=${(next) => change(at, next)}
        onRemove=${() => onChange(fields.filter((other) => other !== field))}
      />`,
      )}
    </div>
    ${!readOnly && html`<button type="button" class="plain" onClick=${() => onChange([...fields, { name: "", type: "String", text: "" }])}>Add a property</button>`}
  </div>`;
}

function Field({ field, readOnly, onChange, onRemove }) {
  const { name, type, text } = field;
  const wrong = fault(type, text);
  const retype = (next) => onChange({ type: next, text: fault(next, text) ? (START[next] ?? "") : text });
  return html`<div class="field" data-wrong=${wrong !== ""}>
    <input aria-label="Name" class="name" value=${name} readonly=${readOnly} maxlength="255" spellcheck=${false} placeholder="Name" onInput=${(event) => onChange({ name: event.target.value })} />
    <select aria-label="Type of ${name}" value=${type} disabled=${readOnly} onChange=${(event) => retype(event.target.value)}>
      ${TYPES.map((each) => html`<option value=${each}>${each}</option>`)}
    </select>
    <${Value} name=${name} type=${type} text=${text} readOnly=${readOnly} onInput=${(next) => onChange({ text: next })} />
    ${!readOnly && html`<button type="button" class="plain icon" aria-label="Remove ${name}" onClick=${onRemove}>✕</button>`}
    ${wrong && html`<p class="mistake">Expected ${wrong}.</p>`}
    ${type === "Binary" && !wrong && html`<p class="quiet small">${bytes(atob(text).length)}</p>`}
  </div>`;
}

export function Value({ name, type, text, readOnly, onInput }) {
  const field = useFocusKept();
  const label = `Value of ${name}`;
  const input = (event) => onInput(event.target.value);
  if (type === "Boolean") {
    return html`<select aria-label=${label} value=${text} disabled=${readOnly} onChange=${input}><option value="true">true</option><option value="false">false</option></select>`;
  }
  if (text.length > LONG_CHARACTERS || text.includes("\n")) {
    return html`<textarea ref=${field} aria-label=${label} rows="4" value=${text} readonly=${readOnly} spellcheck=${false} onInput=${input}></textarea>`;
  }
  return html`<input ref=${field} aria-label=${label} class=${type} value=${text} readonly=${readOnly} spellcheck=${false} onInput=${input} onPaste=${type === "String" && !readOnly && ((event) => pasteLines(event, onInput))} />`;
}

// Returns a reference for an element. If another element takes its place while a person types, the focus and the caret go on in that one.
function useFocusKept() {
  const field = useRef();
  const before = field.current;
  const caret = before && before === document.activeElement ? before.selectionEnd : undefined;
  useLayoutEffect(() => {
    if (caret !== undefined && field.current && field.current !== before) {
      field.current.focus();
      field.current.setSelectionRange(caret, caret);
    }
  });
  return field;
}

// Keeps the line ends of a pasted text, which a field of one line would take out.
function pasteLines(event, onInput) {
  const pasted = event.clipboardData.getData("text").replaceAll("\r\n", "\n");
  if (pasted.includes("\n")) {
    const { value, selectionStart, selectionEnd } = event.target;
    event.preventDefault();
    event.target.setRangeText(" ".repeat(pasted.length), selectionStart, selectionEnd, "end"); // only to move the caret
    onInput(value.slice(0, selectionStart) + pasted + value.slice(selectionEnd));
  }
}
