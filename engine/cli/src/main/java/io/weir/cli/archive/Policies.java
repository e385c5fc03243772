package io.weir.cli.archive;

import io.weir.api.TableName;
import io.weir.server.settings.AccessPolicies;
import java.io.IOException;

/** The stored access policies of an account's tables. Both directions block. */
public interface Policies {

  /** Returns the policies of an existing table. */
  AccessPolicies of(TableName table) throws IOException;

  /** Replaces all policies of an existing table. */
  void replace(TableName table, AccessPolicies policies) throws IOException;
}
