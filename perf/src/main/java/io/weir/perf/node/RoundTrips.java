package io.weir.perf.node;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import org.HdrHistogram.Histogram;

/**
 * Round trips of a message as long as a wide row over the network of this machine, between two
 * threads that wait for it: the least that a request waits.
 */
final class RoundTrips {

  private static final int BYTES = 1_200;

  private RoundTrips() {}

  /**
   * Sends one message after another for a while, and returns the time until each came back, in
   * nanoseconds. Blocks. A thread of its own sends them back, and ends with the measurement.
   */
  static Histogram measure(Duration length) throws IOException {
    try (var server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        var client = new Socket(server.getInetAddress(), server.getLocalPort());
        var other = server.accept()) {
      client.setTcpNoDelay(true);
      other.setTcpNoDelay(true);
      var thread = new Thread(() -> sendBack(other), "round-trips");
      thread.setDaemon(true);
      thread.start();
      return exchange(client, length);
    }
  }

  private static Histogram exchange(Socket client, Duration length) throws IOException {
    var latencies = new Histogram(3);
    var message = new byte[BYTES];
    var began = System.nanoTime();
    for (var now = began; now - began < length.toNanos(); ) {
      client.getOutputStream().write(message);
      if (client.getInputStream().readNBytes(message, 0, BYTES) < BYTES) {
        throw new IOException("the other side ended round trips");
      }
      var before = now;
      now = System.nanoTime();
      latencies.recordValue(now - before);
    }
    client.shutdownOutput();
    return latencies;
  }

  /** Ends when the other side sends no more, or has failed and closed. */
  private static void sendBack(Socket socket) {
    var message = new byte[BYTES];
    try {
      while (socket.getInputStream().readNBytes(message, 0, BYTES) == BYTES) {
        socket.getOutputStream().write(message);
      }
    } catch (IOException e) {
      if (!socket.isClosed()) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
