package io.weir.api;

import io.weir.api.error.ErrorCode;
import io.weir.api.error.NotFoundException;
import io.weir.api.queue.QueueName;
import java.util.Map;
import java.util.Optional;
import reactor.core.publisher.Mono;

/**
 * Short texts by name that an account stores about itself, its tables and its queues, such as
 * access policies. They are not entities.
 *
 * <p>Names are letters and digits. The service does not interpret a text. An empty text is the same
 * as no text. A text has at most as many characters as a property.
 *
 * <p>Reads look the texts up in memory, on any thread, and do not block. A change is a write like
 * any other: nothing happens before subscription, and completion means that the change is as
 * durable as the service's setting promises. Every read that begins after completion sees the
 * change. A change sets the texts that it names, all or none of them, and leaves the others as they
 * are.
 */
public interface AccountSettings {

  /** Returns the account's own texts. */
  Map<String, String> ofAccount();

  /**
   * Returns a table's texts, which are deleted when the table is dropped. Empty when there is no
   * such table.
   */
  Optional<Map<String, String>> ofTable(TableName table);

  /**
   * Returns a queue's texts, which are deleted with the queue. Empty when there is no such queue,
   * or the service has no queues.
   */
  default Optional<Map<String, String>> ofQueue(QueueName queue) {
    return Optional.empty();
  }

  /** Sets texts of a queue. Fails with {@code QueueNotFound} or {@code ServerBusy}. */
  default Mono<Void> changeQueue(QueueName queue, Map<String, String> changed) {
    return Mono.error(() -> new NotFoundException(ErrorCode.QUEUE_NOT_FOUND, "queue=" + queue));
  }

  /** Sets texts of the account. Fails with {@code ServerBusy}. */
  Mono<Void> changeAccount(Map<String, String> changed);

  /** Sets texts of a table. Fails with {@code TableNotFound} or {@code ServerBusy}. */
  Mono<Void> changeTable(TableName table, Map<String, String> changed);
}
