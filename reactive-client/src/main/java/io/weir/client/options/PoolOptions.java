package io.weir.client.options;

import java.time.Duration;

/**
 * How many connections there are, and how many requests each carries.
 *
 * @param connections most HTTP/2 connections, 1 to 1,000; opened when needed
 * @param streamsPerConnection most requests in flight on a connection, 1 to 10,000; the service may
 *     allow fewer
 * @param http1Connections most connections to a service that speaks HTTP/1.1 only, 1 to 10,000;
 *     each carries one request at a time
 * @param waitingRequests most requests that wait for a connection, 1 to 1,000,000; further ones
 *     fail with {@code ServerBusy}
 * @param connectTimeout time to open a connection
 * @param idleTimeout how long a connection without a request stays usable. Keep it below 2 minutes,
 *     after which the service closes the connection: otherwise a request may meet a connection that
 *     is closing
 * @param streamWindowBytes most unread bytes of one answer in flight, 64 KiB to 16 MiB
 * @param loops threads that carry connections, 1 to 1,024
 */
public record PoolOptions(
    int connections,
    int streamsPerConnection,
    int http1Connections,
    int waitingRequests,
    Duration connectTimeout,
    Duration idleTimeout,
    int streamWindowBytes,
    int loops) {

  /** Returns the most requests in flight and waiting together. */
  public int mostRequests() {
    return connections * streamsPerConnection + waitingRequests;
  }
}
