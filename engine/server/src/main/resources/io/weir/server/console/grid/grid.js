// A grid of rows of which only the visible ones are in the page.

import { html, useEffect, useLayoutEffect, useRef, useState } from "../vendor/preact-htm.js";
import { textOf, typeOf } from "../protocol/edm.js";

const ROW_PIXELS = 32;
const SPARE_ROWS = 8;

// feed: {look}. rows: those of the feed, in the order in which they are shown. sorting: {of(name), toggle(name)}; of returns "up", "down" or "can".
// place: {at, name}, the active row and the column of the active cell, which may be none; nothing before a person has chosen one.
export function Grid({ feed, rows, columns, selection, sorting, place, onPlace, onOpen, onChange, label }) {
  const box = useRef(null);
  const [view, setView] = useState({ top: 0, height: 600 });
  const active = place?.at ?? 0;
  const column = columns.findIndex(({ name }) => name === place?.name);
  const first = Math.max(0, Math.floor(view.top / ROW_PIXELS) - SPARE_ROWS);
  const last = Math.min(rows.length, Math.ceil((view.top + view.height) / ROW_PIXELS) + SPARE_ROWS);
  useSize(box, setView);
  useEffect(() => feed.look(last), [feed, last]);
  const move = (to) => {
    const row = Math.max(0, Math.min(rows.length - 1, to));
    onPlace({ at: row, name: place?.name });
    reveal(box.current, row);
  };
  const step = (by) => onPlace({ at: active, name: columns[Math.min(columns.length - 1, column + by)]?.name });
  useEffect(() => column >= 0 && document.getElementById(cellId(active, column))?.scrollIntoView({ block: "nearest", inline: "nearest" }), [column]);
  const press = (event) => {
    const act = keyAction(event.key, { active, rows, page: Math.floor(view.height / ROW_PIXELS) - 2, move, step, selection, onOpen, onChange });
    if (act && event.target === box.current) {
      event.preventDefault();
      act();
    }
  };
  return html`<div
    class="grid"
    role="grid"
    aria-label=${label}
    aria-rowcount=${rows.length + 1}
    aria-colcount=${columns.length + 1}
    aria-multiselectable="true"
    aria-activedescendant=${rows.length > 0 && active >= first && active < last ? (column < 0 ? rowId(active) : cellId(active, column)) : undefined}
    tabindex="0"
    ref=${box}
    style=${{ "--columns": template(columns) }}
    onScroll=${(event) => setView((old) => ({ ...old, top: event.target.scrollTop }))}
    onKeyDown=${press}
  >
    <${Head} columns=${columns} selection=${selection} sorting=${sorting} />
    <div class="rows" role="rowgroup" style=${{ height: `${rows.length * ROW_PIXELS}px` }}>
      ${rows.slice(first, last).map(
        (row, index) => html`<${Row}
          key=${first + index}
          at=${first + index}
          row=${row}
          columns=${columns}
          isActive=${first + index === active}
          activeColumn=${first + index === active ? column : -1}
          selection=${selection}
          onPick=${(name) => onPlace({ at: first + index, name })}
          onOpen=${onOpen}
        />`,
      )}
    </div>
  </div>`;
}

function rowId(row) {
  return `row-${row}`;
}

function cellId(row, column) {
  return `cell-${row}-${column}`;
}

function template(columns) {
  const widths = columns.map(({ name, type }) => Math.max(WIDTHS[type] ?? 10, Math.min(20, name.length * 0.62 + 5)));
  return `40px ${widths.map((width, at) => (at < widths.length - 1 ? `${width}rem` : `minmax(${width}rem, 1fr)`)).join(" ")}`;
}

// In widths of the font.
const WIDTHS = { Boolean: 7, Int32: 8, DateTime: 18, Guid: 21.5, String: 12 };

function useSize(box, setView) {
  useLayoutEffect(() => {
    const observer = new ResizeObserver(() => setView((old) => ({ ...old, height: box.current.clientHeight })));
    observer.observe(box.current);
    return () => observer.disconnect();
  }, []);
}

function reveal(box, row) {
  const top = row * ROW_PIXELS;
  const room = box.clientHeight - 2 * ROW_PIXELS;
  if (top < box.scrollTop) {
    box.scrollTop = top;
  } else if (top > box.scrollTop + room) {
    box.scrollTop = top - room;
  }
}

function keyAction(key, { active, rows, page, move, step, selection, onOpen, onChange }) {
  switch (key) {
    case "ArrowDown":
      return () => move(active + 1);
    case "ArrowUp":
      return () => move(active - 1);
    case "ArrowRight":
      return () => step(1);
    case "ArrowLeft":
      return () => step(-1);
    case "PageDown":
      return () => move(active + page);
    case "PageUp":
      return () => move(active - page);
    case "Home":
      return () => move(0);
    case "End":
      return () => move(rows.length - 1);
    case " ":
      return rows[active] && (() => selection.toggle(rows[active]));
    case "Enter":
      return rows[active] && (() => onOpen(rows[active]));
    case "F2":
      return rows[active] && (() => onChange(rows[active]));
    default:
      return undefined;
  }
}

function Head({ columns, selection, sorting }) {
  return html`<div class="head row" role="row" aria-rowindex="1">
    <div class="cell check" role="columnheader">
      <input type="checkbox" aria-label="Select all results" checked=${selection.isAll} onChange=${selection.toggleAll} />
    </div>
    ${columns.map(({ name, type }) => {
      const order = sorting.of(name);
      const sorted = order === "up" ? "ascending" : order === "down" ? "descending" : undefined;
      return html`<div class="cell" role="columnheader" aria-sort=${sorted} title="${name}: ${type}">
        <button type="button" class="plain" tabindex="-1" onClick=${() => sorting.toggle(name)}>${name}<span aria-hidden="true">${MARKS[order]}</span></button>
        <small>${type}</small>
      </div>`;
    })}
  </div>`;
}

const MARKS = { up: " ▲", down: " ▼", can: "" };

function Row({ at, row, columns, isActive, activeColumn, selection, onPick, onOpen }) {
  const isSelected = selection.has(row);
  const open = (event) => {
    onPick(event.target.closest("[data-name]")?.dataset.name);
    if (event.detail === 2) {
      onOpen(row);
    }
  };
  return html`<div
    class="row"
    id=${rowId(at)}
    role="row"
    aria-rowindex=${at + 2}
    aria-selected=${isSelected}
    data-active=${isActive}
    style=${{ transform: `translateY(${at * ROW_PIXELS}px)` }}
    onClick=${open}
  >
    <div class="cell check" role="gridcell">
      <input type="checkbox" tabindex="-1" aria-label="Select ${row.PartitionKey} ${row.RowKey}" checked=${isSelected} onChange=${() => selection.toggle(row)} />
    </div>
    ${columns.map(({ name }, index) => html`<${Cell} id=${cellId(at, index)} row=${row} name=${name} isActive=${index === activeColumn} onOpen=${index === 0 ? onOpen : undefined} />`)}
  </div>`;
}

// The first cell holds the way to the entity for those who use a pointer or a screen reader.
function Cell({ id, row, name, isActive, onOpen }) {
  if (row[name] === undefined) {
    return html`<div class="cell absent" role="gridcell" id=${id} data-name=${name} data-active=${isActive}><span class="hidden">absent</span></div>`;
  }
  const text = textOf(row, name).slice(0, 200);
  const shown = onOpen ? html`<button type="button" class="link" tabindex="-1" onClick=${() => onOpen(row)}>${text || "(empty)"}</button>` : text;
  return html`<div class="cell ${typeOf(row, name)}" role="gridcell" id=${id} data-name=${name} data-active=${isActive} title=${text}>${shown}</div>`;
}
