package io.weir.cli.options;

import io.weir.api.AccountName;
import io.weir.api.TableService;
import io.weir.cli.archive.Policies;
import io.weir.cli.archive.ReachableAccounts;
import java.util.List;

/** The one account that a key opens, at an endpoint. */
public record EndpointAccount(AccountName name, TableService tables, Policies policies)
    implements ReachableAccounts {

  @Override
  public List<AccountName> names() {
    return List.of(name);
  }

  @Override
  public TableService tables(AccountName account) {
    return tables;
  }

  @Override
  public Policies policies(AccountName account) {
    return policies;
  }
}
