// The orders in which a table can be read: by its keys, and by its declared indexes, in both directions.

const KEYS = [
  { name: "PartitionKey", descending: false },
  { name: "RowKey", descending: false },
];

function textOf(properties, reversed) {
  return properties.map(({ name, descending }) => (Boolean(descending) === reversed ? name : `${name} desc`)).join(",");
}

// Returns {text, title} for each order. The text of the natural order is empty.
export function ordersOf(indexes) {
  const orders = [
    { text: "", title: "PartitionKey, RowKey" },
    { text: textOf(KEYS, true), title: "PartitionKey, RowKey, descending" },
  ];
  for (const { name, properties, state } of indexes) {
    if (state === "readable") {
      const title = properties.map((property) => property.name).join(", ");
      orders.push({ text: textOf(properties, false), title: `${title} (index ${name})` }, { text: textOf(properties, true), title: `${title}, reversed (index ${name})` });
    }
  }
  return orders;
}

// Returns the sorting of the heads of columns. A head sorts by the order that begins with its property, and a second time in reverse.
export function sortingOf(order, indexes, onOrder) {
  const orders = ordersOf(indexes).map(({ text }) => text);
  const byName = (name) => orders.filter((text) => firstOf(text) === name);
  return {
    of(name) {
      const able = byName(name);
      if (able.length === 0) {
        return undefined;
      }
      if (!able.includes(order)) {
        return "can";
      }
      return order.split(",")[0].endsWith(" desc") ? "down" : "up";
    },
    toggle(name) {
      const able = byName(name);
      onOrder(able[(able.indexOf(order) + 1) % able.length]);
    },
  };
}

function firstOf(text) {
  return text === "" ? "PartitionKey" : text.split(",")[0].replace(/ desc$/, "");
}
