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
 * Verifies {@code Authorization: SharedKey} and {@code SharedKeyLite}.
 *
 * <p>The path is verified as it was sent. Clients differ in what they sign and what they send: an apostrophe may be {@code '} in the
 * one and {@code %27} in the other, and the secondary's suffix may be left out. So those spellings are tried as well, after the
 * first has failed; all of them name the same resource.
 *
 * <p>Any thread. Fails with {@code AuthenticationFailed}.
 */
final class SharedKeyAuthenticator implements Authenticator {

  private final Accounts accounts;
  private final Clock clock;

  SharedKeyAuthenticator(Accounts accounts, Clock clock) {
    this.accounts = accounts;
    this.clock = clock;
  }

  @Override
  public Access authenticate(RequestHead head, Sender sender) {
    var credentials = Credentials.parse(head.header(HttpHeaderNames.AUTHORIZATION))
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
   * Whether one of the spellings was signed.
   *
   * @param verifier tells of a string-to-sign and a signature whether they belong together
   */
  private static boolean isSigned(
      BiPredicate<String, String> verifier,
      Credentials credentials,
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
      Credentials credentials, String date, RequestHead head, String rawPath) {
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
