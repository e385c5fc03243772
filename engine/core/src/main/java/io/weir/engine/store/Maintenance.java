package io.weir.engine.store;

import io.weir.engine.follow.PublishedLog;
import io.weir.engine.store.recovery.LogRetention;

/**
 * The background work of a store that keeps files.
 *
 * @param checkpoints writes checkpoints
 * @param repairs rebuilds shards
 * @param durable records how far the log is durable
 * @param retention keeps a part of the log for followers
 * @param published the log for its followers
 */
record Maintenance(
    PageCheckpoints checkpoints,
    ShardRepairs repairs,
    DurableWatch durable,
    LogRetention retention,
    PublishedLog published) {}
