package io.weir.engine.balance;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/**
 * What requests have done to one shard since the start. {@link #wrote}: the shard's tasks. The
 * others: any thread.
 */
public final class ShardTraffic {

  private final LongAdder reads = new LongAdder();
  private final AtomicLong commands = new AtomicLong();
  private final AtomicLong bytes = new AtomicLong();

  /** Counts a read that pins the shard's version. A long read pins it once for each slice. */
  public void read() {
    reads.increment();
  }

  /** Counts the commands of a turn and the bytes of their log records. */
  public void wrote(int turnCommands, long recordBytes) {
    commands.lazySet(commands.getPlain() + turnCommands);
    bytes.lazySet(bytes.getPlain() + recordBytes);
  }

  /** Returns the number of reads. */
  public long reads() {
    return reads.sum();
  }

  /** Returns the number of commands, refused ones too. */
  public long commands() {
    return commands.get();
  }

  /** Returns the bytes of the log records of these commands. */
  public long writtenBytes() {
    return bytes.get();
  }
}
