package io.weir.server.http;

import java.util.OptionalInt;

/**
 * Whether a port serves the console: see {@link io.weir.server.operator}.
 *
 * @param served whether it does
 * @param queuePort the port of the queues, to which the console of the tables refers; empty if they
 *     are not served
 */
public record ConsoleExposure(boolean served, OptionalInt queuePort) {

  /** No console. */
  public static final ConsoleExposure NONE = new ConsoleExposure(false, OptionalInt.empty());

  /** A console that knows of no queues. */
  public static final ConsoleExposure SERVED = new ConsoleExposure(true, OptionalInt.empty());

  /** Returns the exposure that refers to the port of the queues, if there is one. */
  public ConsoleExposure withQueues(OptionalInt port) {
    return new ConsoleExposure(served, port);
  }
}
