package io.weir.server.stream;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A bad network. Carries bytes between a client and a server, and cuts each connection after a
 * random number of bytes, for a given number of cuts.
 *
 * <p>Uses blocking sockets and two threads for each connection, because it must not share a loop
 * with the tested code.
 */
final class CuttingProxy implements AutoCloseable {

  private static final int PIECE_BYTES = 2048;
  private static final int RESET = 0;

  private final int target;
  private final int mostBytes;
  private final Random random;
  private final AtomicInteger cutsLeft;
  private final ServerSocket listener;
  private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();

  /**
   * Starts a proxy.
   *
   * @param target port of the server
   * @param cuts number of connections to cut
   * @param mostBytes most bytes from the server before a cut
   */
  CuttingProxy(int target, int cuts, int mostBytes, Random random) throws IOException {
    this.target = target;
    this.mostBytes = mostBytes;
    this.random = random;
    this.cutsLeft = new AtomicInteger(cuts);
    this.listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    start(this::accept);
  }

  int port() {
    return listener.getLocalPort();
  }

  int cutsLeft() {
    return Math.max(0, cutsLeft.get());
  }

  @Override
  public void close() throws IOException {
    listener.close();
    for (var socket : sockets) {
      socket.close();
    }
  }

  private void accept() throws IOException {
    while (true) {
      var client = listener.accept();
      var server = new Socket(InetAddress.getLoopbackAddress(), target);
      sockets.add(client);
      sockets.add(server);
      var isCut = cutsLeft.getAndDecrement() > 0;
      var bytes = isCut ? random.nextInt(mostBytes) : Long.MAX_VALUE;
      var isReset = random.nextBoolean();
      start(() -> carry(client, server, Long.MAX_VALUE, false));
      start(() -> carry(server, client, bytes, isReset));
    }
  }

  private void carry(Socket from, Socket to, long bytes, boolean isReset) throws IOException {
    try (from;
        to) {
      var piece = new byte[PIECE_BYTES];
      for (var left = bytes; left > 0; ) {
        var read = from.getInputStream().read(piece, 0, (int) Math.min(left, PIECE_BYTES));
        if (read < 0) {
          return;
        }
        to.getOutputStream().write(piece, 0, read);
        left -= read;
      }
      if (isReset) {
        to.setSoLinger(true, RESET);
      }
    } finally {
      sockets.remove(from);
      sockets.remove(to);
    }
  }

  private static void start(Carrying work) {
    var thread = new Thread(() -> run(work), "proxy");
    thread.setDaemon(true);
    thread.start();
  }

  /** Runs until its socket is closed, which is how each thread ends. */
  private static void run(Carrying work) {
    try {
      work.run();
    } catch (IOException e) {
      Thread.currentThread().interrupt();
    }
  }

  private interface Carrying {
    void run() throws IOException;
  }
}
