// A search for a part of a text, as a filter over the text properties that are known.

const MOST_PROPERTIES = 20;

// Returns the condition that any text property contains the words, in any case; empty without words.
export function searchFilter(words, columns) {
  const wanted = words.trim().toLowerCase().replaceAll("'", "''");
  if (wanted === "") {
    return "";
  }
  const names = [...columns].filter(([, type]) => type === "String").map(([name]) => name);
  return names
    .slice(0, MOST_PROPERTIES)
    .map((name) => `contains(tolower(${name}),'${wanted}')`)
    .join(" or ");
}

export function both(filter, condition) {
  if (filter.trim() === "" || condition === "") {
    return filter.trim() || condition;
  }
  return `(${filter.trim()}) and (${condition})`;
}
