// A value that components watch. Setting it draws them again.

import { useEffect, useState } from "../vendor/preact-htm.js";

export function store(initial) {
  let value = initial;
  const watchers = new Set();
  return {
    get: () => value,
    set(next) {
      value = next;
      for (const watcher of [...watchers]) {
        watcher(value);
      }
    },
    update(change) {
      this.set({ ...value, ...change });
    },
    watch(watcher) {
      watchers.add(watcher);
      return () => watchers.delete(watcher);
    },
  };
}

// Returns the present value and draws the component again when it changes.
export function useStore(watched) {
  const [value, setValue] = useState(watched.get());
  useEffect(() => {
    setValue(watched.get());
    return watched.watch(setValue);
  }, [watched]);
  return value;
}
