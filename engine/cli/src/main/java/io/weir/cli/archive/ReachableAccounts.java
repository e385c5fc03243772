package io.weir.cli.archive;

import io.weir.api.AccountName;
import io.weir.api.TableService;
import java.util.List;

/** The accounts of a store, as far as they can be reached. */
public interface ReachableAccounts {

  /** Those that can be reached, by name. */
  List<AccountName> names();

  /** The tables of an account. */
  TableService tables(AccountName account);

  /** The stored access policies of its tables. */
  Policies policies(AccountName account);
}
