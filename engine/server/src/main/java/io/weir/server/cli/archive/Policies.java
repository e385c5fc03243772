package io.weir.server.cli.archive;

import io.weir.api.TableName;
import io.weir.server.settings.AccessPolicies;
import java.io.IOException;

/** The stored access policies of an account's tables. Both directions block. */
public interface Policies {

  /** Those of a table that is there. */
  AccessPolicies of(TableName table) throws IOException;

  /** Replaces all of a table that is there. */
  void replace(TableName table, AccessPolicies policies) throws IOException;
}
