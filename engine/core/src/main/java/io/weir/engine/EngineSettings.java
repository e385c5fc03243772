package io.weir.engine;

import io.weir.api.AccountName;
import io.weir.api.AccountSettings;
import io.weir.api.TableName;
import io.weir.api.error.ErrorCode;
import io.weir.api.queue.QueueName;
import io.weir.api.write.Write;
import io.weir.engine.catalog.Catalog;
import io.weir.engine.catalog.CatalogRow;
import io.weir.engine.catalog.MessageQueue;
import io.weir.engine.store.Store;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import reactor.core.publisher.Mono;

/**
 * The settings of one account in an embedded store.
 *
 * <p>Settings are properties of the account's catalog rows. Pages, log and backup therefore contain
 * them, and deleting a table deletes its settings in the same write.
 *
 * <p>Runs on: the calling thread for look-ups. A change signals on the loop of the shard that owns
 * the account's catalog partition.
 */
final class EngineSettings implements AccountSettings {

  private final Store store;
  private final Catalog catalog;
  private final AccountName account;

  /** Fails where the settings may be older than those of the leader, unless that is accepted. */
  private final Runnable requireNewest;

  private EngineSettings(Store store, AccountName account, Runnable requireNewest) {
    this.store = store;
    this.catalog = store.catalog();
    this.account = account;
    this.requireNewest = requireNewest;
  }

  /** Returns the settings as the leader has them. */
  static EngineSettings newest(Store store, AccountName account) {
    return new EngineSettings(store, account, store.role()::requireLeading);
  }

  /** Returns the settings as the catalog of this node has them, also while another node leads. */
  static EngineSettings here(Store store, AccountName account) {
    return new EngineSettings(store, account, () -> {});
  }

  @Override
  public Map<String, String> ofAccount() {
    return catalog.settings(account);
  }

  @Override
  public Optional<Map<String, String>> ofTable(TableName name) {
    requireNewest.run();
    var table = catalog.find(account, name);
    return table == null ? Optional.empty() : Optional.of(table.settings());
  }

  @Override
  public Mono<Void> changeAccount(Map<String, String> changed) {
    return change(
        () -> CatalogRow.change(account, changed), () -> catalog.change(account, changed));
  }

  @Override
  public Mono<Void> changeTable(TableName table, Map<String, String> changed) {
    return change(
        () -> CatalogRow.change(account, table, changed),
        () -> catalog.change(account, table, changed));
  }

  @Override
  public Optional<Map<String, String>> ofQueue(QueueName name) {
    requireNewest.run();
    var queue = catalog.queues().find(account, name);
    return queue == null ? Optional.empty() : Optional.of(queue.settings());
  }

  @Override
  public Mono<Void> changeQueue(QueueName queue, Map<String, String> changed) {
    return change(
        ErrorCode.QUEUE_NOT_FOUND,
        () -> MessageQueue.change(account, queue, changed),
        () -> catalog.queues().change(account, queue, changed));
  }

  private Mono<Void> change(Supplier<Write> write, Runnable effect) {
    return change(ErrorCode.TABLE_NOT_FOUND, write, effect);
  }

  private Mono<Void> change(ErrorCode absent, Supplier<Write> write, Runnable effect) {
    return Mono.create(sink -> {
      var reply = Reply.ofRow(sink, absent, effect);
      store.commands().send(Catalog.ID, List.of(write.get()), reply);
    });
  }
}
