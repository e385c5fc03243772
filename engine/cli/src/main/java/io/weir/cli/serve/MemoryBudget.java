package io.weir.cli.serve;

import io.weir.engine.store.StoreMemory;
import io.weir.server.http.ServerOptions;

/**
 * How a service divides its heap.
 *
 * @param heapBytes the largest heap, {@code -Xmx}
 * @param requestBytes for bodies and answers
 * @param clientBytes for connections, requests in progress, feeds and waiting takes
 * @param connections most connections of each port, whatever the memory
 * @param feedBytes for what change feeds have read
 * @param backfills most backfills at once
 */
record MemoryBudget(
    long heapBytes,
    long requestBytes,
    long clientBytes,
    int connections,
    long feedBytes,
    int backfills) {

  static MemoryBudget of(ServerOptions server, StoreMemory store) {
    return new MemoryBudget(
        Runtime.getRuntime().maxMemory(),
        server.limits().memoryBytes(),
        server.memory().ofClients().limitBytes(),
        server.limits().connections(),
        store.feedBytes(),
        store.backfills());
  }

  /** Returns the budget for the log. */
  @Override
  public String toString() {
    return "heapBytes=" + heapBytes
        + " requestBytes=" + requestBytes
        + " clientBytes=" + clientBytes
        + " connections=" + connections
        + " feedBytes=" + feedBytes
        + " backfills=" + backfills;
  }
}
