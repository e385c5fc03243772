package io.weir.client.options;

import java.time.Duration;

/**
 * How many connections there are, and how full they get.
 *
 * @param connections most connections, 1 to 1,000; opened as they are needed
 * @param streamsPerConnection most requests at a time on a connection, 1 to 10,000; the service may allow fewer
 * @param http1Connections most connections to a service that speaks HTTP/1.1 alone, 1 to 10,000; each carries one request at a time
 * @param waitingRequests most requests that wait for room on a connection, 1 to 1,000,000; further ones fail with {@code ServerBusy}
 * @param connectTimeout within which a connection must be made
 * @param idleTimeout after which a connection without a request is not used again; less than the 2 minutes after which the service
 *     closes it, so that no request meets a connection that is being closed
 * @param streamWindowBytes how much of one answer may be on its way unread, 64 KiB to 16 MiB
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

  /** Most requests that are under way or wait. */
  public int mostRequests() {
    return connections * streamsPerConnection + waitingRequests;
  }
}
