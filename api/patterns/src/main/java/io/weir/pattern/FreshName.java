package io.weir.pattern;

import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;

/** A name that no other write has. */
public final class FreshName {

  private FreshName() {}

  /**
   * Returns a random name. deliberate: not {@link UUID#randomUUID}, which may wait for the system's
   * source of secrets.
   */
  public static UUID create() {
    var random = ThreadLocalRandom.current();
    return new UUID(random.nextLong(), random.nextLong());
  }
}
