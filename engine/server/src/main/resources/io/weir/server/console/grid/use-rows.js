// The feed of the query that a view shows. A new query cancels the old one.

import { useEffect, useRef, useState } from "../vendor/preact-htm.js";
import { streamEntities } from "../protocol/entities.js";
import { RowFeed } from "./row-feed.js";

// Returns {feed, drawn}: drawn changes whenever the feed does.
export function useRows(client, table, query, round) {
  const [drawn, setDrawn] = useState(0);
  const feed = useRef();
  useEffect(() => {
    feed.current = new RowFeed(
      (signal, resume) => streamEntities(client, table, { ...query, resume }, signal),
      () => setDrawn((old) => old + 1),
    );
    setDrawn((old) => old + 1);
    return () => feed.current.cancel();
  }, [client, table, query.filter, query.order, round]);
  return { feed: feed.current, drawn };
}
