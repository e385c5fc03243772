package io.weir.cli.serve;

import io.weir.api.AccountName;
import io.weir.api.wire.SharedKey;
import io.weir.server.auth.AccountRegistry;
import io.weir.server.files.WatchedFiles;
import java.util.List;

/**
 * The accounts of a service.
 *
 * @param accounts the accounts and their keys
 * @param first the account that messages name
 * @param description for a person to read; tells no key
 * @param published whether one of them has the published key
 * @param watched where they come from
 */
public record ServedAccounts(
    AccountRegistry accounts,
    AccountName first,
    String description,
    boolean published,
    List<WatchedFiles> watched) {

  private static final String PLACEHOLDER = "KEY";

  /**
   * Returns the published key if the first account has it, else a word in place of its key, which
   * no message tells.
   */
  String shownKey() {
    var published = SharedKey.of(first, SharedKey.DEVELOPMENT_KEY).sign("");
    return accounts.find(first).stream()
            .flatMap(account -> account.keys().stream())
            .anyMatch(key -> key.verifies("", published))
        ? SharedKey.DEVELOPMENT_KEY
        : PLACEHOLDER;
  }

  /** The same, read from these files. */
  ServedAccounts watching(WatchedFiles files) {
    return new ServedAccounts(accounts, first, description, published, List.of(files));
  }
}
