package io.weir.server.auth;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.weir.api.error.AccessDeniedException;
import io.weir.api.error.ErrorCode;
import io.weir.server.http.Access;
import io.weir.server.http.Authenticator;
import io.weir.server.http.RequestHead;
import io.weir.server.http.Sender;
import io.weir.server.policy.StoredPolicies;
import java.time.Clock;

/** Takes an {@code Authorization} header where there is one, and a shared access signature in the query otherwise. Any thread. */
public final class Authentication implements Authenticator {

  private final Authenticator keys;
  private final Authenticator signatures;

  public Authentication(Accounts accounts, StoredPolicies policies, Clock clock) {
    this.keys = new SharedKeyAuthenticator(accounts, clock);
    this.signatures = new SharedAccessAuthenticator(accounts, policies, clock);
  }

  @Override
  public Access authenticate(RequestHead head, Sender sender) {
    if (head.hasHeader(HttpHeaderNames.AUTHORIZATION)) {
      return keys.authenticate(head, sender);
    }
    if (head.options().has(SharedAccess.SIGNATURE)) {
      return signatures.authenticate(head, sender);
    }
    throw new AccessDeniedException(ErrorCode.AUTHENTICATION_FAILED, "missing=Authorization");
  }
}
