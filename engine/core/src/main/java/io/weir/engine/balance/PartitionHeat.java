package io.weir.engine.balance;

import io.weir.api.TableName;
import java.time.Duration;

/**
 * A partition that receives many requests, by a sample of those of the last hour at most.
 *
 * @param shard the number of its shard
 * @param reads reads by key, and queries of this partition alone
 * @param writes single writes, batches, and operations of joint commits
 * @param span the time in which they were seen
 */
public record PartitionHeat(
    TableName table, String partitionKey, int shard, long reads, long writes, Duration span) {

  /** Returns reads and writes. */
  public long requests() {
    return reads + writes;
  }
}
