// The orders in which a table can be read: by its keys, and by its declared indexes, in both directions. The page sorts by other properties
// what it has read.

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

// Returns the sorting of the heads of columns. A head asks the service for the order that begins with its property, and a second time for its
// reverse. Without such an order it sorts the rows of the page: up, down, and then no more. sort: {name, descending}, or nothing.
export function sortingOf({ order, indexes, sort, onOrder, onSort }) {
  const orders = ordersOf(indexes.filter(coversAll)).map(({ text }) => text);
  const byName = (name) => orders.filter((text) => firstOf(text) === name);
  return {
    of(name) {
      if (sort) {
        return sort.name !== name ? "can" : sort.descending ? "down" : "up";
      }
      return firstOf(order) !== name ? "can" : order.split(",")[0].endsWith(" desc") ? "down" : "up";
    },
    toggle(name) {
      const able = byName(name);
      if (able.length === 0) {
        onSort(nextSort(sort, name));
      } else {
        onOrder(able[sort ? 0 : (able.indexOf(order) + 1) % able.length]);
      }
    },
  };
}

// The service refuses the order of an index that lacks entities which can match.
function coversAll({ withMissing, where }) {
  return withMissing && !where;
}

function nextSort(sort, name) {
  if (sort?.name !== name) {
    return { name, descending: false };
  }
  return sort.descending ? undefined : { name, descending: true };
}

function firstOf(text) {
  return text === "" ? "PartitionKey" : text.split(",")[0].replace(/ desc$/, "");
}
