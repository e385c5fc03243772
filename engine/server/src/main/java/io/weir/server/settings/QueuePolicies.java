package io.weir.server.settings;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.api.AccountName;
import io.weir.api.AccountSettings;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.NotFoundException;
import io.weir.api.queue.QueueName;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import reactor.core.publisher.Mono;

/** Reads and changes the access policies of queues, which are stored in the settings of their account. Any thread. */
public final class QueuePolicies {

  /** Name of the stored text. Stores contain it, so it must not change. */
  private static final String NAME = "AccessPolicies";

  private final Function<AccountName, AccountSettings> settings;
  private final SettingsCache<Key, AccessPolicies> parsed =
      new SettingsCache<>(AccessPolicies::parseOfQueue, AccessPolicies.NONE);

  public QueuePolicies(Function<AccountName, AccountSettings> settings) {
    this.settings = settings;
  }

  /** Returns the policies of a queue. Fails with {@code QueueNotFound}. */
  public AccessPolicies of(AccountName account, QueueName queue) {
    return read(account, queue)
        .orElseThrow(() -> new NotFoundException(ErrorCode.QUEUE_NOT_FOUND, "queue=" + queue));
  }

  /** Returns the queue's policy with this name; empty if queue or policy do not exist. */
  public Optional<AccessPolicy> find(AccountName account, QueueName queue, String id) {
    return read(account, queue).flatMap(policies -> policies.find(id));
  }

  /** Replaces all policies of a queue. They apply as soon as the result completes. Fails with {@code QueueNotFound}. */
  public Mono<Void> replace(AccountName account, QueueName queue, AccessPolicies policies) {
    var text = policies.all().isEmpty() ? "" : new String(policies.document(), UTF_8);
    return settings.apply(account).changeQueue(queue, Map.of(NAME, text));
  }

  private Optional<AccessPolicies> read(AccountName account, QueueName queue) {
    return settings
        .apply(account)
        .ofQueue(queue)
        .map(texts -> parsed.of(new Key(account, queue), texts.getOrDefault(NAME, "")));
  }

  private record Key(AccountName account, QueueName queue) {}
}
