package io.weir.engine.balance;

import java.util.Random;
import java.util.concurrent.locks.LockSupport;

/** Moves random shards of an open store to random loops, all the time until it is closed. */
public final class RestlessShards implements AutoCloseable {

  private static final long PAUSE_NANOS = 100_000;

  private final Thread thread;
  private volatile boolean closed;

  /** Starts the moves. */
  public RestlessShards(Placement placement) {
    var random = new Random(1);
    thread = new Thread(
        () -> {
          while (!closed) {
            var shard = random.nextInt(placement.shards());
            placement.ofShard(shard).moveTo(placement.loop(random.nextInt(placement.loops())));
            LockSupport.parkNanos(PAUSE_NANOS); // about one move in a few turns
          }
        },
        "restless-shards");
    thread.setDaemon(true);
    thread.start();
  }

  @Override
  public void close() {
    closed = true;
    try {
      thread.join();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
