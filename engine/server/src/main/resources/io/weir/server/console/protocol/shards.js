// The shards of the service: what they cost, and moves between loops.

export function readShards(client, signal) {
  return client.json({ path: "/", query: { comp: "shards" }, signal });
}

export function moveShard(client, shard, loop) {
  return client.send({ method: "PUT", path: "/", query: { comp: "shards", shard, loop } });
}

// Returns what each loop and shard did between two answers: shares of a core, and numbers a second.
export function ratesOf(older, newer) {
  const seconds = Math.max(newer.at - older.at, 1e-3);
  return {
    loops: newer.loops.map(({ loop, cpu }, at) => ({ loop, busy: (cpu - older.loops[at].cpu) / seconds })),
    shards: newer.shards.map((now, at) => {
      const before = older.shards[at];
      const each = (name) => (now[name] - before[name]) / seconds;
      return {
        shard: now.shard,
        loop: now.loop,
        busy: each("busy"),
        waitMillis: ((now.waited - before.waited) / Math.max(1, now.turns - before.turns)) * 1000,
        reads: each("reads"),
        commands: each("commands"),
        writtenBytes: each("writtenBytes"),
        writeMillis: now.writeP99 * 1000,
        waiting: now.waiting,
        storedBytes: now.storedBytes,
      };
    }),
  };
}
