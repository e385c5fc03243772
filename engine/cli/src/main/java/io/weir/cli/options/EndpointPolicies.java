package io.weir.cli.options;

import io.weir.api.TableName;
import io.weir.api.error.AccessDeniedException;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.TableServiceException;
import io.weir.cli.archive.Policies;
import io.weir.cli.archive.PoliciesRefused;
import io.weir.client.WeirAdministration;
import io.weir.server.settings.AccessPolicies;
import java.util.function.Consumer;

/**
 * The stored access policies of an account at an endpoint, by the protocol's {@code comp=acl}.
 * Blocks.
 *
 * <p>Only a key that allows everything shows them, and not every service has them. Where they are
 * not shown it is said once that they are left out, and there are none.
 */
final class EndpointPolicies implements Policies {

  private final WeirAdministration service;
  private final Consumer<String> remarks;
  private boolean remarked;

  EndpointPolicies(WeirAdministration service, Consumer<String> remarks) {
    this.service = service;
    this.remarks = remarks;
  }

  @Override
  public AccessPolicies of(TableName table) {
    try {
      return AccessPolicies.parse(service.accessPolicies(table).blockOptional().orElseThrow());
    } catch (TableServiceException failure) {
      if (!isRefusal(failure)) {
        throw failure;
      }
      leaveOut();
      return AccessPolicies.NONE;
    }
  }

  @Override
  public void replace(TableName table, AccessPolicies policies) throws PoliciesRefused {
    try {
      service.setAccessPolicies(table, policies.document()).block();
    } catch (TableServiceException failure) {
      if (isRefusal(failure)) {
        throw new PoliciesRefused("The stored access policies of " + table + " cannot be set: "
            + failure.code().code() + ". It takes a key of the account that allows everything.");
      }
      throw failure;
    }
  }

  /**
   * Whether the service does not have policies, or does not permit the caller to see them. A wrong
   * key is a failure.
   */
  private static boolean isRefusal(TableServiceException failure) {
    return failure.code() == ErrorCode.NOT_IMPLEMENTED
        || failure instanceof AccessDeniedException
            && (failure.code() != ErrorCode.AUTHENTICATION_FAILED || hasOtherCode(failure));
  }

  /**
   * Whether the service named a code that Weir does not know, or none: the client then goes by the
   * status, and says so in the facts.
   */
  private static boolean hasOtherCode(TableServiceException failure) {
    return failure.facts().startsWith("code=") || failure.facts().startsWith("unexpectedStatus=");
  }

  private void leaveOut() {
    if (!remarked) {
      remarked = true;
      remarks.accept(
          "Stored access policies are left out: the service does not show them with this key.");
    }
  }
}
