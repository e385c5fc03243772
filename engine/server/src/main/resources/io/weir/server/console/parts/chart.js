// A chart of series over time. The library is loaded when the first chart is drawn.

import { html, useEffect, useRef } from "../vendor/preact-htm.js";
import { clock } from "../core/format.js";
import { theme } from "../core/theme.js";
import { useStore } from "../core/store.js";

const HEIGHT = 170;
// The narrowest time that a chart shows.
const WINDOW_SECONDS = 120;

let library;

function load() {
  library ??= new Promise((resolve, reject) => {
    const style = document.createElement("link");
    style.rel = "stylesheet";
    style.href = "vendor/uplot.css";
    const script = document.createElement("script");
    script.src = "vendor/uplot.js";
    script.onload = () => resolve(globalThis.uPlot);
    script.onerror = () => reject(new Error("The charts cannot be loaded."));
    document.head.append(style, script);
  });
  return library;
}

// series: [{title, values}]. format: returns the text of a value.
export function Chart({ title, times, series, format }) {
  const box = useRef(null);
  const chart = useRef();
  const choice = useStore(theme);
  useEffect(() => {
    let gone = false;
    load().then((Plot) => {
      if (!gone) {
        chart.current = draw(Plot, box.current, { series, format });
        chart.current.setData(dataOf(times, series));
      }
    });
    const observer = new ResizeObserver(() => chart.current?.setSize({ width: box.current.clientWidth, height: HEIGHT }));
    observer.observe(box.current);
    return () => {
      gone = true;
      observer.disconnect();
      chart.current?.destroy();
      chart.current = undefined;
    };
  }, [choice]);
  useEffect(() => chart.current?.setData(dataOf(times, series)), [times.at(-1)]);
  const latest = series.map(({ title: name, values }) => `${name} ${format(values.at(-1) ?? null)}`).join(", ");
  return html`<figure class="chart">
    <figcaption>
      <strong>${title}</strong>
      ${series.map(({ title: name, values }, index) => html`<span><i class="series-${index}"></i>${name} <b>${format(values.at(-1) ?? null)}</b></span>`)}
    </figcaption>
    <div ref=${box} role="img" aria-label="${title}: ${latest}"></div>
  </figure>`;
}

// The library shows a single point on the scale of a day, so a chart begins with two.
function dataOf(times, series) {
  return times.length < 2 ? [[], ...series.map(() => [])] : [times, ...series.map(({ values }) => values)];
}

function draw(Plot, box, { series, format }) {
  const colour = (name) => resolved(box, name);
  const axis = { stroke: colour("--quiet"), grid: { stroke: colour("--line"), width: 1 }, ticks: { show: false }, font: "12px system-ui" };
  return new Plot(
    {
      width: box.clientWidth,
      height: HEIGHT,
      legend: { show: false },
      cursor: { y: false },
      scales: { x: { range: timeRange }, y: { range: (plot, low, high) => [0, Math.max(high ?? 0, 1) * 1.1] } },
      axes: [{ ...axis, size: 28, values: (plot, marks) => marks.map((mark) => clock(new Date(mark * 1000))) }, { ...axis, size: 64, values: (plot, marks) => marks.map((mark) => format(mark)) }],
      series: [
        {},
        ...series.map(({ title }, index) => ({ label: title, stroke: colour(`--series-${index}`), width: 2, spanGaps: true, points: { show: false } })),
      ],
    },
    [[], ...series.map(() => [])],
    box,
  );
}

function timeRange(plot, low, high) {
  const end = high ?? Date.now() / 1000;
  return [Math.min(low ?? end, end - WINDOW_SECONDS), end];
}

// A canvas knows no custom properties: the browser resolves one as the colour of an element.
function resolved(element, name) {
  element.style.color = `var(${name})`;
  return getComputedStyle(element).color;
}
