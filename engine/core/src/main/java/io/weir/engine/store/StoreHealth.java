package io.weir.engine.store;

import java.time.Duration;

/**
 * Whether a store accepts writes, and the reason when it does not.
 *
 * @param writable whether writes are accepted
 * @param lasting whether writes are refused until the store is opened again
 * @param reason readable by people; empty when writes are accepted. Begins with {@code noSpace} when the disk is full, and with {@code
 *     shardFault} when a task of a shard failed
 * @param since how long writes have been refused; zero when they are accepted
 * @param failedSnapshots number of snapshots in a row that could not be written; the log grows until one can be written
 */
public record StoreHealth(
    boolean writable, boolean lasting, String reason, Duration since, int failedSnapshots) {}
