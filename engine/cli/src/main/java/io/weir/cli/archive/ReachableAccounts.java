package io.weir.cli.archive;

import io.weir.api.AccountName;
import io.weir.api.TableService;
import java.util.List;

/** The accounts that an export or import can reach. */
public interface ReachableAccounts {

  /** Returns their names. */
  List<AccountName> names();

  /** Returns the tables of an account. */
  TableService tables(AccountName account);

  /** Returns the stored access policies of its tables. */
  Policies policies(AccountName account);
}
