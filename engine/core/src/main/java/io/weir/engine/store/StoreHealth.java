package io.weir.engine.store;

import java.time.Duration;

/**
 * Whether a store takes writes, and what hinders it.
 *
 * @param writable whether writes are taken
 * @param lasting whether they are refused until the store is opened anew
 * @param reason what went wrong, for people to read; empty when nothing is; begins with {@code noSpace} when the disk is full, with
 *     {@code shardFault} when a task of a shard failed
 * @param since how long writes have been refused; zero when they are not
 * @param failedSnapshots how many snapshots in a row could not be written; the log grows until one can
 */
public record StoreHealth(
    boolean writable, boolean lasting, String reason, Duration since, int failedSnapshots) {}
