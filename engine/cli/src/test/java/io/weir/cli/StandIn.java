package io.weir.cli;

import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** An HTTP service on a free port that stands in for another one. */
public final class StandIn implements AutoCloseable {

  private final HttpServer server;

  /** @param threads answer requests; null for the thread of the service */
  private StandIn(String path, HttpHandler handler, @Nullable Executor threads) throws IOException {
    this.server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(threads);
    server.createContext(path, handler);
    server.start();
  }

  /** Starts a service that answers below a path, one request after another; 404 elsewhere. */
  public static StandIn at(String path, HttpHandler handler) throws IOException {
    return new StandIn(path, handler, null);
  }

  /** Starts a service that answers on the caller's threads, many requests at the same time. */
  public static StandIn on(Executor threads, HttpHandler handler) throws IOException {
    return new StandIn("/", handler, threads);
  }

  /** Returns the address without a path. */
  public String origin() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  /** Returns the address of the account of developers. */
  public String account() {
    return origin() + "/devstoreaccount1";
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
