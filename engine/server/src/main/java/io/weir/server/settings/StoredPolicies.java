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

/** The policies that tables keep in the settings of their accounts. Any thread. */
public final class StoredPolicies {

  /** Name of the text; part of what stores hold. */
  private static final String NAME = "AccessPolicies";

  private final Function<AccountName, AccountSettings> settings;
  private final ParseCache<Key, AccessPolicies> readings =
      new ParseCache<>(AccessPolicies::parse, AccessPolicies.NONE);

  public StoredPolicies(Function<AccountName, AccountSettings> settings) {
    this.settings = settings;
  }

  /** A table's policies. Fails with {@code TableNotFound}. */
  public AccessPolicies of(AccountName account, TableName table) {
    return read(account, table)
        .orElseThrow(() -> new NotFoundException(ErrorCode.TABLE_NOT_FOUND, "table=" + table));
  }

  /** The policy of this name, when there is such a table and it keeps one. */
  public Optional<AccessPolicy> find(AccountName account, TableName table, String id) {
    return read(account, table).flatMap(policies -> policies.find(id));
  }

  /** Replaces all policies of a table; from completion on they count. Fails with {@code TableNotFound}. */
  public Mono<Void> replace(AccountName account, TableName table, AccessPolicies policies) {
    var text = policies.all().isEmpty() ? "" : new String(policies.document(), UTF_8);
    return settings.apply(account).changeTable(table, Map.of(NAME, text));
  }

  private Optional<AccessPolicies> read(AccountName account, TableName table) {
    return settings
        .apply(account)
        .ofTable(table)
        .map(texts -> readings.of(new Key(account, table.folded()), texts.getOrDefault(NAME, "")));
  }

  private record Key(AccountName account, String foldedTable) {}
}
