package io.weir.server.http;

import java.util.SplittableRandom;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Generates request ids: GUIDs with a random half for the process and a counter within it.
 *
 * <p>Any thread. deliberate: not {@link UUID#randomUUID}, which reads the system's entropy and may
 * block a loop.
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
