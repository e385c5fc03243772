// The selection: some entities of the grid, or every result of the query.

import { useState } from "../vendor/preact-htm.js";

export function useSelection() {
  const [state, setState] = useState({ all: false, chosen: new Map() });
  return {
    isAll: state.all,
    chosen: [...state.chosen.values()],
    isEmpty: !state.all && state.chosen.size === 0,
    has: (row) => state.all || state.chosen.has(idOf(row)),
    toggleAll: () => setState(({ all }) => ({ all: !all, chosen: new Map() })),
    clear: () => setState({ all: false, chosen: new Map() }),
    toggle(row) {
      setState(({ chosen }) => {
        const next = new Map(chosen);
        if (!next.delete(idOf(row))) {
          next.set(idOf(row), { PartitionKey: row.PartitionKey, RowKey: row.RowKey, row });
        }
        return { all: false, chosen: next };
      });
    },
  };
}

function idOf(row) {
  return `${row.PartitionKey}\u0000${row.RowKey}`;
}
