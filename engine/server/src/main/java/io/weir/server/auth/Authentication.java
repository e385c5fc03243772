package io.weir.server.auth;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.weir.api.TableName;
import io.weir.api.error.AccessDeniedException;
import io.weir.api.error.ErrorCode;
import io.weir.server.request.Access;
import io.weir.server.request.Authenticator;
import io.weir.server.request.RequestHead;
import io.weir.server.request.Sender;
import io.weir.server.settings.StoredPolicies;
import java.time.Clock;
import java.util.Optional;

/**
 * Authenticates a request by its {@code Authorization} header, or by the shared access signature in
 * its query if it has no such header. Any thread.
 */
public final class Authentication implements Authenticator {

  private final Authenticator keys;
  private final Authenticator signatures;
  private final Optional<BearerAuthenticator> bearer;
  private final Optional<String> challenge;

  public Authentication(AccountRegistry accounts, StoredPolicies<TableName> policies, Clock clock) {
    this(Callers.of(accounts), policies, clock);
  }

  public Authentication(Callers callers, StoredPolicies<TableName> policies, Clock clock) {
    var accounts = callers.accounts();
    this.keys = new SharedKeyAuthenticator(accounts, clock);
    this.signatures = new SharedAccessAuthenticator(accounts, policies, clock);
    this.bearer = callers.tokens().map(tokens -> new BearerAuthenticator(accounts, tokens));
    this.challenge = callers.tokens().map(TokenVerifier::challenge);
  }

  @Override
  public Optional<String> challenge() {
    return challenge;
  }

  @Override
  public Access authenticate(RequestHead head, Sender sender) {
    if (bearer.isPresent() && BearerAuthenticator.isBearer(head)) {
      return bearer.get().authenticate(head, sender);
    }
    if (head.hasHeader(HttpHeaderNames.AUTHORIZATION)) {
      return keys.authenticate(head, sender);
    }
    if (head.options().has(SharedAccess.SIGNATURE)) {
      return signatures.authenticate(head, sender);
    }
    // Clients without a token send a first request without credentials: the 401 tells them where to
    // get a token.
    throw new AccessDeniedException(
        bearer.isPresent()
            ? ErrorCode.NO_AUTHENTICATION_INFORMATION
            : ErrorCode.AUTHENTICATION_FAILED,
        "missing=Authorization");
  }
}
