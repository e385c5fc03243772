package io.weir.engine.shard;

import java.time.Instant;

/**
 * Why a shard refuses writes.
 *
 * @param reason for people to read
 * @param lasting whether it does so until the store is opened again
 * @param since when it began
 */
public record ShardTrouble(String reason, boolean lasting, Instant since) {}
