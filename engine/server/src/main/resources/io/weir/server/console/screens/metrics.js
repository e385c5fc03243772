// Reads metrics of Prometheus text, and derives rates and quantiles from two scrapes. Source: Prometheus text format 0.0.4.

const SAMPLE = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)/;
const LABEL = /(\w+)="((?:[^"\\]|\\.)*)"/g;

// Returns a list of {labels, value} for each name.
export function parseMetrics(text) {
  const families = new Map();
  for (const line of text.split("\n")) {
    const found = line.startsWith("#") ? null : SAMPLE.exec(line);
    if (found) {
      const labels = Object.fromEntries([...(found[2] ?? "").matchAll(LABEL)].map(([, name, value]) => [name, value]));
      const samples = families.get(found[1]) ?? [];
      samples.push({ labels, value: Number(found[3].replace("Inf", "Infinity")) });
      families.set(found[1], samples);
    }
  }
  return families;
}

export function sum(families, name, matches = () => true) {
  return (families.get(name) ?? []).filter(({ labels }) => matches(labels)).reduce((total, { value }) => total + value, 0);
}

// Returns by how much a counter grew each second; 0 after the service has started anew.
export function rate(older, newer, millis, name, matches) {
  return Math.max(0, ((sum(newer, name, matches) - sum(older, name, matches)) * 1000) / millis);
}

// Returns the bound in milliseconds below which this share of the requests between two scrapes lie; null without requests.
export function quantile(older, newer, name, share, matches) {
  const before = buckets(older, name, matches);
  const grown = [...buckets(newer, name, matches)].map(([bound, value]) => [bound, Math.max(0, value - (before.get(bound) ?? 0))]);
  const total = grown.at(-1)?.[1] ?? 0;
  if (total === 0) {
    return null;
  }
  const found = grown.find(([, value]) => value >= total * share);
  const finite = grown.filter(([bound]) => Number.isFinite(bound)).at(-1)[0];
  return Math.min(found[0], finite) * 1000;
}

// Returns the cumulated counts by bound, in ascending order.
function buckets(families, name, matches = () => true) {
  const found = new Map();
  for (const { labels, value } of families.get(`${name}_bucket`) ?? []) {
    if (matches(labels)) {
      const bound = Number(labels.le.replace("Inf", "Infinity"));
      found.set(bound, (found.get(bound) ?? 0) + value);
    }
  }
  return new Map([...found].sort(([one], [other]) => one - other));
}
