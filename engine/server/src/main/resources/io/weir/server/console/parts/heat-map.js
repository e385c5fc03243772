// A map of shares over time: a row for each shard, a column for each look, the latest at the right.

import { html, useEffect, useRef } from "../vendor/preact-htm.js";
import { theme } from "../core/theme.js";
import { useStore } from "../core/store.js";

// Looks that the map shows.
export const COLUMNS = 120;
const MOST_HEIGHT = 480;
const ROW_HEIGHT = 18;

// columns: lists of shares of a core, the latest last. label: says what the map shows.
export function HeatMap({ columns, label }) {
  const canvas = useRef(null);
  const choice = useStore(theme);
  const rows = columns.at(-1)?.length ?? 0;
  useEffect(() => {
    const draw = () => paint(canvas.current, columns, rows);
    draw();
    const observer = new ResizeObserver(draw);
    observer.observe(canvas.current);
    return () => observer.disconnect();
  }, [columns.length, columns.at(-1), choice]);
  return html`<canvas ref=${canvas} class="heat" role="img" aria-label=${label}></canvas>`;
}

function paint(canvas, columns, rows) {
  const scale = globalThis.devicePixelRatio ?? 1;
  const width = canvas.clientWidth;
  const height = Math.min(MOST_HEIGHT, rows * ROW_HEIGHT);
  canvas.style.height = `${height}px`;
  canvas.width = width * scale;
  canvas.height = height * scale;
  const pen = canvas.getContext("2d");
  pen.scale(scale, scale);
  const { color } = getComputedStyle(canvas);
  const cell = { width: width / COLUMNS, height: height / Math.max(1, rows) };
  columns.forEach((shares, at) => {
    const left = width - (columns.length - at) * cell.width;
    shares.forEach((share, row) => {
      pen.globalAlpha = Math.sqrt(Math.min(1, Math.max(0, share))); // the eye sees small shares too
      pen.fillStyle = color;
      pen.fillRect(left, row * cell.height, Math.ceil(cell.width), Math.max(1, cell.height - 1));
    });
  });
}
