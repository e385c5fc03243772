package io.weir.cli.serve;

import io.weir.api.AccountName;
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

  /** The same, read from these files. */
  ServedAccounts watching(WatchedFiles files) {
    return new ServedAccounts(accounts, first, description, published, List.of(files));
  }
}
