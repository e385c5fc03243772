package io.weir.testkit;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Ports for services of a test that must know their port before they start.
 *
 * <p>They lie below the range from which systems take the port of an outgoing connection or of a
 * socket bound to port 0: 32768 and above on Linux, 49152 and above elsewhere (RFC 6335). Another
 * test's connection therefore does not take a port before its service has started.
 */
public final class FreePorts {

  private static final int FIRST = 15_000;
  private static final int COUNT = 17_000;

  private static final AtomicInteger NEXT =
      new AtomicInteger(ThreadLocalRandom.current().nextInt(COUNT));

  private FreePorts() {}

  /**
   * Returns a port on which nothing listened a moment ago, and which this process has not been
   * given yet.
   */
  public static int next() {
    for (var attempt = 0; attempt < COUNT; attempt++) {
      var port = FIRST + Math.floorMod(NEXT.getAndIncrement(), COUNT);
      if (isFree(port)) {
        return port;
      }
    }
    throw new AssertionError("no port of " + FIRST + " and the " + COUNT + " above it is free");
  }

  private static boolean isFree(int port) {
    try (var unused = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
      return true;
    } catch (IOException taken) {
      return false;
    }
  }
}
