package io.weir.api;

import java.util.Map;
import java.util.Optional;
import reactor.core.publisher.Mono;

/**
 * What an account keeps about itself and about its tables, beside entities: short texts by name, such as access policies.
 *
 * <p>Names are letters and digits; what a text means is its writer's affair, an empty one is as good as none. A text has at most as many
 * characters as a property.
 *
 * <p>Looking up reads memory, on any thread, and does not block. A change is a write like any other: nothing happens before
 * subscription, completion means that it is as durable as the service's setting promises, and every look-up that begins afterwards
 * sees it. It sets the texts that it names and leaves the others, as one or not at all.
 */
public interface AccountSettings {

  /** The account's own texts. */
  Map<String, String> ofAccount();

  /** A table's texts, which go when it is dropped. Empty when there is no such table. */
  Optional<Map<String, String>> ofTable(TableName table);

  /** Sets texts of the account. Fails with {@code ServerBusy}. */
  Mono<Void> changeAccount(Map<String, String> changed);

  /** Sets texts of a table. Fails with {@code TableNotFound} or {@code ServerBusy}. */
  Mono<Void> changeTable(TableName table, Map<String, String> changed);
}
