package io.weir.server.auth;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.weir.api.error.AccessDeniedException;
import io.weir.api.error.ErrorCode;
import io.weir.server.request.Access;
import io.weir.server.request.Authenticator;
import io.weir.server.request.RequestHead;
import io.weir.server.request.Sender;
import java.util.Locale;

/**
 * Authenticates requests by bearer tokens (RFC 6750, section 2.1). Any thread.
 *
 * <p>Fails with {@code InvalidAuthenticationInfo}, a 401 with a challenge, if the token is invalid.
 * Fails with {@code AuthorizationPermissionMismatch} if the token is valid and grants no role.
 */
final class BearerAuthenticator implements Authenticator {

  private static final String SCHEME = "bearer ";

  private final AccountRegistry accounts;
  private final TokenVerifier verifier;

  BearerAuthenticator(AccountRegistry accounts, TokenVerifier verifier) {
    this.accounts = accounts;
    this.verifier = verifier;
  }

  /** Returns whether the {@code Authorization} header holds a bearer token. */
  static boolean isBearer(RequestHead head) {
    var header = head.header(HttpHeaderNames.AUTHORIZATION);
    return header.length() >= SCHEME.length()
        && header.substring(0, SCHEME.length()).toLowerCase(Locale.ROOT).equals(SCHEME);
  }

  @Override
  public Access authenticate(RequestHead head, Sender sender) {
    return role(accounts, verifier, head).access();
  }

  /** Returns the role of the token in a request. Fails as the class describes. */
  static Role role(AccountRegistry accounts, TokenVerifier verifier, RequestHead head) {
    var token =
        head.header(HttpHeaderNames.AUTHORIZATION).substring(SCHEME.length()).strip();
    try {
      var role = verifier.verify(token);
      if (accounts.find(head.path().account()).isEmpty()) {
        throw new AccessDeniedException(ErrorCode.AUTHENTICATION_FAILED, "account=unknown");
      }
      return role;
    } catch (TokenRefused refused) {
      throw new AccessDeniedException(
          refused.isAuthentic()
              ? ErrorCode.AUTHORIZATION_PERMISSION_MISMATCH
              : ErrorCode.INVALID_AUTHENTICATION_INFO,
          String.valueOf(refused.getMessage()));
    }
  }
}
