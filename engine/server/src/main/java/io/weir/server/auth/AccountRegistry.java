package io.weir.server.auth;

import io.weir.api.AccountName;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The accounts that are served.
 *
 * <p>Any thread. {@link #replaceWith} publishes to {@link #find}: a request is judged by all accounts as they were before, or as they are
 * after.
 */
public final class AccountRegistry {

  private volatile Map<AccountName, Account> byName;

  private AccountRegistry(Map<AccountName, Account> byName) {
    this.byName = byName;
  }

  /** Fails with {@link IllegalArgumentException} when a name stands twice. */
  public static AccountRegistry of(Account... accounts) {
    var byName = new HashMap<AccountName, Account>();
    for (var account : accounts) {
      if (byName.put(account.name(), account) != null) {
        throw new IllegalArgumentException("An account stands twice. account=" + account.name());
      }
    }
    return new AccountRegistry(Map.copyOf(byName));
  }

  /** Serves those of another from now on: keys that are not among them open nothing any more. */
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
