package io.weir.cli.serve;

import io.weir.engine.store.StoreMemory;
import io.weir.server.http.ServerOptions;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * How a service divides its memory: the heap, and pages beside it.
 *
 * @param heapBytes the largest heap, {@code -Xmx}
 * @param requestBytes for bodies and answers
 * @param clientBytes for connections, requests in progress, feeds and waiting takes
 * @param connections most connections of each port, whatever the memory
 * @param feedBytes for what change feeds have read
 * @param backfills most backfills at once
 * @param pageBytes for pages, outside the heap
 */
record MemoryBudget(
    long heapBytes,
    long requestBytes,
    long clientBytes,
    int connections,
    long feedBytes,
    int backfills,
    long pageBytes) {

  /**
   * Not in the class of the options: the log is configured by them, when its first logger is made.
   */
  private static final Logger LOG = LoggerFactory.getLogger(MemoryBudget.class);

  static MemoryBudget of(ServerOptions server, StoreMemory store) {
    return new MemoryBudget(
        Runtime.getRuntime().maxMemory(),
        server.limits().memoryBytes(),
        server.limits().clientBytes(),
        server.limits().connections(),
        store.feedBytes(),
        store.backfills(),
        store.pageBytes());
  }

  /** Logs the budget in one line. */
  void log() {
    LOG.info(
        "memory budget heapBytes={} requestBytes={} clientBytes={} connections={} feedBytes={} backfills={} pageBytes={}",
        heapBytes,
        requestBytes,
        clientBytes,
        connections,
        feedBytes,
        backfills,
        pageBytes);
  }
}
