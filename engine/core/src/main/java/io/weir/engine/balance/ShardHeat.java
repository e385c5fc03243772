package io.weir.engine.balance;

/**
 * What one shard has cost since the start, and its state now.
 *
 * @param shard its number
 * @param loop the number of the loop that runs it
 * @param busyNanos time that its tasks have taken
 * @param waitedNanos time for which its turns have waited on the loop
 * @param turns number of these turns
 * @param reads reads that pinned its version; a long read pins it once for each slice
 * @param commands writes, batches, parts of joint commits, and background work
 * @param writtenBytes bytes of the log records of these, except those of joint commits
 * @param writes how long writes took lately
 * @param waiting commands that wait in its mailbox now
 * @param storedBytes bytes of its pages in use now
 */
public record ShardHeat(
    int shard,
    int loop,
    long busyNanos,
    long waitedNanos,
    long turns,
    long reads,
    long commands,
    long writtenBytes,
    WriteTimes.Summary writes,
    int waiting,
    long storedBytes) {}
