package io.weir.server.settings;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.api.AccountName;
import io.weir.api.AccountSettings;
import io.weir.api.TableName;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.NotFoundException;
import io.weir.api.queue.QueueName;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import reactor.core.publisher.Mono;

/**
 * Reads and changes the access policies of tables or of queues, which are stored in the settings of
 * their account. Any thread.
 *
 * @param <R> name of a resource that has policies: a {@link TableName} or a {@link QueueName}
 */
public final class StoredPolicies<R> {

  /** Name of the stored text. Stores contain it, so it must not change. */
  private static final String NAME = "AccessPolicies";

  private final Function<AccountName, AccountSettings> settings;
  private final Texts<R> texts;
  private final SettingsCache<Key<R>, AccessPolicies> parsed;

  private StoredPolicies(
      Function<AccountName, AccountSettings> settings,
      Texts<R> texts,
      Function<byte[], AccessPolicies> parser) {
    this.settings = settings;
    this.texts = texts;
    this.parsed = new SettingsCache<>(parser, AccessPolicies.NONE);
  }

  /**
   * Returns the policies of tables. Those of a table that does not exist fail with
   * {@code TableNotFound}.
   */
  public static StoredPolicies<TableName> ofTables(
      Function<AccountName, AccountSettings> settings) {
    return new StoredPolicies<>(settings, new TextsOfTables(), AccessPolicies::parse);
  }

  /**
   * Returns the policies of queues. Those of a queue that does not exist fail with
   * {@code QueueNotFound}.
   */
  public static StoredPolicies<QueueName> ofQueues(
      Function<AccountName, AccountSettings> settings) {
    return new StoredPolicies<>(settings, new TextsOfQueues(), AccessPolicies::parseOfQueue);
  }

  /** Returns the policies of a resource. Fails if it does not exist. */
  public AccessPolicies of(AccountName account, R resource) {
    return read(account, resource).orElseThrow(() -> texts.absent(resource));
  }

  /** Returns the resource's policy with this name; empty if resource or policy do not exist. */
  public Optional<AccessPolicy> find(AccountName account, R resource, String id) {
    return read(account, resource).flatMap(policies -> policies.find(id));
  }

  /**
   * Replaces all policies of a resource. They apply as soon as the result completes. Fails if the
   * resource does not exist.
   */
  public Mono<Void> replace(AccountName account, R resource, AccessPolicies policies) {
    var text = policies.all().isEmpty() ? "" : new String(policies.document(), UTF_8);
    return texts.change(settings.apply(account), resource, Map.of(NAME, text));
  }

  private Optional<AccessPolicies> read(AccountName account, R resource) {
    return texts
        .of(settings.apply(account), resource)
        .map(all -> parsed.of(new Key<>(account, resource), all.getOrDefault(NAME, "")));
  }

  private record Key<R>(AccountName account, R resource) {}

  /** The stored texts of one kind of resource. */
  private interface Texts<R> {

    Optional<Map<String, String>> of(AccountSettings account, R resource);

    Mono<Void> change(AccountSettings account, R resource, Map<String, String> changed);

    NotFoundException absent(R resource);
  }

  private static final class TextsOfTables implements Texts<TableName> {

    @Override
    public Optional<Map<String, String>> of(AccountSettings account, TableName table) {
      return account.ofTable(table);
    }

    @Override
    public Mono<Void> change(
        AccountSettings account, TableName table, Map<String, String> changed) {
      return account.changeTable(table, changed);
    }

    @Override
    public NotFoundException absent(TableName table) {
      return new NotFoundException(ErrorCode.TABLE_NOT_FOUND, "table=" + table);
    }
  }

  private static final class TextsOfQueues implements Texts<QueueName> {

    @Override
    public Optional<Map<String, String>> of(AccountSettings account, QueueName queue) {
      return account.ofQueue(queue);
    }

    @Override
    public Mono<Void> change(
        AccountSettings account, QueueName queue, Map<String, String> changed) {
      return account.changeQueue(queue, changed);
    }

    @Override
    public NotFoundException absent(QueueName queue) {
      return new NotFoundException(ErrorCode.QUEUE_NOT_FOUND, "queue=" + queue);
    }
  }
}
