package io.weir.engine.store;

/**
 * What goes on beside the shards of a store that keeps files.
 *
 * @param checkpoints writes snapshots
 * @param repairs rebuilds shards
 * @param durable records how far the log is durable
 */
record Upkeep(Checkpoints checkpoints, ShardRepairs repairs, DurableWatch durable) {}
