package io.weir.server.auth;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.weir.api.error.AccessDeniedException;
import io.weir.api.error.ErrorCode;
import io.weir.api.wire.SharedKey;
import io.weir.server.request.Access;
import io.weir.server.request.Authenticator;
import io.weir.server.request.RequestHead;
import io.weir.server.request.Sender;
import java.time.Clock;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.function.BiPredicate;

/**
 * Authenticates requests by {@code Authorization: SharedKey} and {@code SharedKeyLite}.
 *
 * <p>Verifies the path as the client sent it. Some clients sign another spelling than they send: an
 * apostrophe as {@code '} or {@code %27}, the secondary's path with or without its suffix. If the
 * first check fails, these spellings are checked too. All of them name the same resource.
 *
 * <p>Any thread. Fails with {@code AuthenticationFailed}.
 */
final class SharedKeyAuthenticator implements Authenticator {

  private final AccountRegistry accounts;
  private final Clock clock;

  SharedKeyAuthenticator(AccountRegistry accounts, Clock clock) {
    this.accounts = accounts;
    this.clock = clock;
  }

  @Override
  public Access authenticate(RequestHead head, Sender sender) {
    var credentials = SharedKeyHeader.parse(head.header(HttpHeaderNames.AUTHORIZATION))
        .orElseThrow(() -> failed("expected=SharedKey|SharedKeyLite"));
    var account = accounts
        .find(head.path().account())
        .filter(found -> found.name().value().equals(credentials.account()))
        .orElseThrow(() -> failed("account=unknown"));
    var date = RequestDate.text(head);
    if (!RequestDate.isFresh(date, clock.instant())) {
      throw failed("expected=dateWithin" + RequestDate.TOLERANCE.toMinutes() + "Minutes");
    }
    if (isSigned(account::verifies, credentials, date, head)) {
      return Access.OWNER;
    }
    if (isSigned(account::verifiesReading, credentials, date, head)) {
      return Role.READER.access();
    }
    throw failed("signature=mismatch");
  }

  /**
   * Returns whether the client signed one of the spellings.
   *
   * @param verifier returns whether a signature matches a string-to-sign
   */
  private static boolean isSigned(
      BiPredicate<String, String> verifier,
      SharedKeyHeader credentials,
      String date,
      RequestHead head) {
    var signature = credentials.signature();
    if (verifier.test(stringToSign(credentials, date, head, head.rawPath()), signature)) {
      return true;
    }
    for (var path : otherSpellings(head)) {
      if (verifier.test(stringToSign(credentials, date, head, path), signature)) {
        return true;
      }
    }
    return false;
  }

  private static String stringToSign(
      SharedKeyHeader credentials, String date, RequestHead head, String rawPath) {
    var resource =
        SharedKey.resource(head.path().account(), rawPath, head.options().get("comp", ""));
    return credentials.lite()
        ? SharedKey.stringToSignLite(date, resource)
        : SharedKey.stringToSign(
            head.sentMethod(),
            head.header(HttpHeaderNames.CONTENT_MD5),
            head.header(HttpHeaderNames.CONTENT_TYPE),
            date,
            resource);
  }

  private static Set<String> otherSpellings(RequestHead head) {
    var sent = head.rawPath();
    var spellings = new LinkedHashSet<String>();
    addApostrophes(spellings, sent);
    if (head.path().secondary()) {
      var account = head.path().account().value();
      addApostrophes(spellings, sent.replaceFirst(account + "-secondary", account));
    }
    spellings.remove(sent);
    return spellings;
  }

  private static void addApostrophes(Set<String> spellings, String path) {
    spellings.add(path);
    spellings.add(path.replace("'", "%27"));
    spellings.add(path.replace("%27", "'"));
  }

  private static AccessDeniedException failed(String facts) {
    return new AccessDeniedException(ErrorCode.AUTHENTICATION_FAILED, facts);
  }
}
