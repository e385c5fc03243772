package io.weir.server.auth;

import io.weir.api.AccountName;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The accounts that the server serves.
 *
 * <p>Any thread. {@link #replaceWith} writes the map that {@link #find} reads. A request therefore
 * sees either all old accounts or all new ones.
 */
public final class AccountRegistry {

  private volatile Map<AccountName, Account> byName;

  private AccountRegistry(Map<AccountName, Account> byName) {
    this.byName = byName;
  }

  /**
   * Returns a registry of these accounts. Fails with {@link IllegalArgumentException} if two have
   * the same name.
   */
  public static AccountRegistry of(Account... accounts) {
    var byName = new HashMap<AccountName, Account>();
    for (var account : accounts) {
      if (byName.put(account.name(), account) != null) {
        throw new IllegalArgumentException(
            "Two accounts have the same name. account=" + account.name());
      }
    }
    return new AccountRegistry(Map.copyOf(byName));
  }

  /**
   * Replaces all accounts with those of {@code next}. A key that {@code next} lacks is invalid for
   * every later request.
   */
  public void replaceWith(AccountRegistry next) {
    byName = next.byName;
  }

  public Optional<Account> find(AccountName name) {
    return Optional.ofNullable(byName.get(name));
  }

  public Set<AccountName> names() {
    return byName.keySet();
  }
}
