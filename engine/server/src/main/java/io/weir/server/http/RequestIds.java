package io.weir.server.http;

import java.util.SplittableRandom;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Makes the ids of requests: GUIDs that differ by a counter within a process and by a random half between processes.
 *
 * <p>Any thread. deliberate: not {@link UUID#randomUUID}, which reads the system's entropy and may block a loop.
 */
final class RequestIds {

  private final long process;
  private final AtomicLong next;

  RequestIds(SplittableRandom random) {
    this.process = random.nextLong();
    this.next = new AtomicLong(random.nextLong());
  }

  String next() {
    return new UUID(process, next.getAndIncrement()).toString();
  }
}
