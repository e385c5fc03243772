package io.weir.engine.shard;

import java.time.Instant;

/**
 * A period in which a shard refuses writes.
 *
 * @param reason readable by people
 * @param lasting whether it ends only when the store is opened again
 * @param since when it began
 */
public record WriteOutage(String reason, boolean lasting, Instant since) {}
