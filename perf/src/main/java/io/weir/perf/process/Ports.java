package io.weir.perf.process;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;

/** Finds and probes ports of this machine. Any thread. */
public final class Ports {

  private static final int CONNECT_MILLIS = 1_000;

  private Ports() {}

  /** Returns a port on which nothing listened a moment ago. */
  public static int free() throws IOException {
    try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  /** Returns different ports on which nothing listened a moment ago. */
  public static List<Integer> free(int count) throws IOException {
    var held = new ArrayList<ServerSocket>();
    try {
      for (var i = 0; i < count; i++) {
        held.add(new ServerSocket(0, 1, InetAddress.getLoopbackAddress()));
      }
      return held.stream().map(ServerSocket::getLocalPort).toList();
    } finally {
      Closing.all(held);
    }
  }

  /** Returns whether the port accepts connections. */
  static boolean answers(int port) {
    try (var socket = new Socket()) {
      socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), CONNECT_MILLIS);
      return true;
    } catch (IOException notYet) {
      return false;
    }
  }
}
