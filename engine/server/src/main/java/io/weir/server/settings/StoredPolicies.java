package io.weir.server.settings;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.api.AccountName;
import io.weir.api.AccountSettings;
import io.weir.api.TableName;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.NotFoundException;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import reactor.core.publisher.Mono;

/** Reads and changes the access policies of tables, which are stored in the settings of their account. Any thread. */
public final class StoredPolicies {

  /** Name of the stored text. Stores contain it, so it must not change. */
  private static final String NAME = "AccessPolicies";

  private final Function<AccountName, AccountSettings> settings;
  private final SettingsCache<Key, AccessPolicies> parsed =
      new SettingsCache<>(AccessPolicies::parse, AccessPolicies.NONE);

  public StoredPolicies(Function<AccountName, AccountSettings> settings) {
    this.settings = settings;
  }

  /** Returns the policies of a table. Fails with {@code TableNotFound}. */
  public AccessPolicies of(AccountName account, TableName table) {
    return read(account, table)
        .orElseThrow(() -> new NotFoundException(ErrorCode.TABLE_NOT_FOUND, "table=" + table));
  }

  /** Returns the table's policy with this name; empty if table or policy do not exist. */
  public Optional<AccessPolicy> find(AccountName account, TableName table, String id) {
    return read(account, table).flatMap(policies -> policies.find(id));
  }

  /** Replaces all policies of a table. They apply as soon as the result completes. Fails with {@code TableNotFound}. */
  public Mono<Void> replace(AccountName account, TableName table, AccessPolicies policies) {
    var text = policies.all().isEmpty() ? "" : new String(policies.document(), UTF_8);
    return settings.apply(account).changeTable(table, Map.of(NAME, text));
  }

  private Optional<AccessPolicies> read(AccountName account, TableName table) {
    return settings
        .apply(account)
        .ofTable(table)
        .map(texts -> parsed.of(new Key(account, table.folded()), texts.getOrDefault(NAME, "")));
  }

  private record Key(AccountName account, String foldedTable) {}
}
