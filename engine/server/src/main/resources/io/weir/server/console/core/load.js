// Loads the data of a view.

import { useEffect, useState } from "../vendor/preact-htm.js";
import { Unreachable } from "../protocol/failure.js";
import { connection } from "./session.js";
import { useStore } from "./store.js";

// Loads once for each list of inputs, and again when the service returns after it was unreachable.
// Returns {data, failure, loading, again}. A newer load cancels an older one.
export function useLoad(load, inputs) {
  const [state, setState] = useState({ loading: true });
  const [round, setRound] = useState(0);
  const { returns, state: reached } = useStore(connection);
  useEffect(() => {
    const control = new AbortController();
    setState((old) => ({ ...old, loading: true }));
    load(control.signal).then(
      (data) => control.signal.aborted || setState({ data, loading: false }),
      (failure) => control.signal.aborted || setState({ failure, loading: false }),
    );
    return () => control.abort();
  }, [...inputs, round]);
  const again = () => setRound((old) => old + 1);
  useEffect(() => {
    if (returns > 0 && state.failure instanceof Unreachable) {
      again();
    }
  }, [returns]);
  useEffect(() => {
    if (reached === "answers" && state.failure?.isUnauthenticated) {
      again();
    }
  }, [reached]);
  return { ...state, again };
}
