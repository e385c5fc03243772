package io.weir.cli.store;

import io.weir.api.AccountName;
import io.weir.api.queue.QueueService;
import io.weir.server.Backend;
import io.weir.server.operator.ServerMetrics;
import java.io.IOException;
import java.util.Optional;
import java.util.function.Function;

/** An open store that a service of this process serves. The service closes it. */
public interface BackingStore extends AutoCloseable {

  /** Returns what the endpoint of the tables serves. */
  Backend backend();

  /** Returns the queues of a served account; empty for a store without queues. */
  default Optional<Function<AccountName, QueueService>> queues() {
    return Optional.empty();
  }

  /** Adds the meters of the store. */
  default void bind(ServerMetrics metrics) {}

  /**
   * Prepares for the end of the service: lets another node of a cluster lead, and ends requests
   * that wait for something to happen. Blocks, for seconds at most.
   */
  default void retire() {}

  /** Blocks until the store is closed. Acknowledged writes are kept. */
  @Override
  void close() throws IOException;
}
