package io.weir.cli.options;

import io.weir.api.TableName;
import io.weir.cli.archive.Policies;
import io.weir.cli.archive.PoliciesRefused;
import io.weir.server.settings.AccessPolicies;
import java.util.function.Consumer;

/**
 * The stored access policies as a shared access signature shows and sets them: not at all. Belongs
 * to one thread.
 */
final class HiddenPolicies implements Policies {

  private final Consumer<String> remarks;
  private boolean remarked;

  /**
   * Hides the policies of an account.
   *
   * @param remarks receives one line when they are asked for
   */
  HiddenPolicies(Consumer<String> remarks) {
    this.remarks = remarks;
  }

  @Override
  public AccessPolicies of(TableName table) {
    if (!remarked) {
      remarked = true;
      remarks.accept(
          "Stored access policies are left out: a shared access signature does not show them.");
    }
    return AccessPolicies.NONE;
  }

  @Override
  public void replace(TableName table, AccessPolicies policies) throws PoliciesRefused {
    throw new PoliciesRefused("A shared access signature does not set them.");
  }
}
