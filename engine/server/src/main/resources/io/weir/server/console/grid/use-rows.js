// The feed of the query that a view shows. A new query cancels the old one. A feed without rows that did not reach the service begins again
// when the service returns. A feed that broke off later keeps its rows, and a person decides.

import { useEffect, useRef, useState } from "../vendor/preact-htm.js";
import { connection } from "../core/session.js";
import { useStore } from "../core/store.js";
import { streamEntities } from "../protocol/entities.js";
import { Unreachable } from "../protocol/failure.js";
import { RowFeed } from "./row-feed.js";

// Returns {feed, drawn}: drawn changes whenever the feed does.
export function useRows(client, table, query, round) {
  const [drawn, setDrawn] = useState(0);
  const [losses, setLosses] = useState(0);
  const { returns } = useStore(connection);
  const feed = useRef();
  useEffect(() => {
    feed.current = new RowFeed(
      (signal, resume) => streamEntities(client, table, { ...query, resume }, signal),
      () => setDrawn((old) => old + 1),
    );
    setDrawn((old) => old + 1);
    return () => feed.current.cancel();
  }, [client, table, query.filter, query.order, query.words, round, losses]);
  useEffect(() => {
    if (feed.current?.failure instanceof Unreachable && feed.current.rows.length === 0) {
      setLosses((old) => old + 1);
    }
  }, [returns]);
  return { feed: feed.current, drawn };
}
