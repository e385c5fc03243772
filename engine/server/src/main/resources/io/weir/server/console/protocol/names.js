// Parts of addresses.

// Returns a key as a quoted text of an address, percent-encoded.
function quoted(key) {
  return `'${encodeURIComponent(key.replaceAll("'", "''")).replaceAll("'", "%27")}'`;
}

export function tablePath(table) {
  return `/${encodeURIComponent(table)}`;
}

export function entityPath(table, partitionKey, rowKey) {
  return `${tablePath(table)}(PartitionKey=${quoted(partitionKey)},RowKey=${quoted(rowKey)})`;
}

export function consumerPath(name) {
  return `/$consumers('${encodeURIComponent(name)}')`;
}
