package io.weir.server.auth;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.weir.api.error.AccessDeniedException;
import io.weir.api.error.ErrorCode;
import io.weir.api.queue.QueueName;
import io.weir.server.request.RequestHead;
import io.weir.server.request.Sender;
import io.weir.server.settings.StoredPolicies;
import java.time.Clock;
import java.util.List;
import java.util.Optional;

/**
 * Authenticates requests to the queues of an account: by its keys, or by a shared access signature.
 * Bearer tokens have the rights of their role. Any thread.
 *
 * <p>Fails as {@link Authentication} does.
 */
public final class QueueAuthentication {

  private final AccountRegistry accounts;
  private final Optional<TokenVerifier> tokens;
  private final StoredPolicies<QueueName> policies;
  private final Clock clock;

  public QueueAuthentication(Callers callers, StoredPolicies<QueueName> policies, Clock clock) {
    this.accounts = callers.accounts();
    this.tokens = callers.tokens();
    this.policies = policies;
    this.clock = clock;
  }

  /**
   * Returns the sender's rights.
   *
   * @param queue the queue in the path; a queue SAS is valid for it only
   */
  public QueueAccess authenticate(RequestHead head, Sender sender, Optional<QueueName> queue) {
    if (tokens.isPresent() && BearerAuthenticator.isBearer(head)) {
      return BearerAuthenticator.role(accounts, tokens.get(), head).queues();
    }
    if (head.hasHeader(HttpHeaderNames.AUTHORIZATION)) {
      return byKey(head);
    }
    if (head.options().has(SharedAccess.SIGNATURE)) {
      return bySignature(head, sender, queue);
    }
    throw new AccessDeniedException(
        tokens.isPresent()
            ? ErrorCode.NO_AUTHENTICATION_INFORMATION
            : ErrorCode.AUTHENTICATION_FAILED,
        "missing=Authorization");
  }

  private QueueAccess byKey(RequestHead head) {
    var credentials = SharedKeyHeader.parse(head.header(HttpHeaderNames.AUTHORIZATION))
        .orElseThrow(() -> SharedAccess.failed("expected=SharedKey|SharedKeyLite"));
    var account = accounts
        .find(head.path().account())
        .filter(found -> found.name().value().equals(credentials.account()))
        .orElseThrow(() -> SharedAccess.failed("account=unknown"));
    if (!RequestDate.isFresh(RequestDate.text(head), clock.instant())) {
      throw SharedAccess.failed(
          "expected=dateWithin" + RequestDate.TOLERANCE.toMinutes() + "Minutes");
    }
    var texts =
        credentials.lite() ? List.of(QueueStringToSign.lite(head)) : QueueStringToSign.of(head);
    if (texts.stream().anyMatch(text -> account.verifies(text, credentials.signature()))) {
      return QueueAccess.OWNER;
    }
    if (texts.stream().anyMatch(text -> account.verifiesReading(text, credentials.signature()))) {
      return Role.READER.queues();
    }
    throw SharedAccess.failed("signature=mismatch");
  }

  /**
   * Verifies the signature first. Its terms are evaluated only after it has proved to be authentic.
   */
  private QueueAccess bySignature(RequestHead head, Sender sender, Optional<QueueName> queue) {
    var options = head.options();
    SharedAccess.required(options, "sv");
    var account = accounts
        .find(head.path().account())
        .orElseThrow(() -> SharedAccess.failed("account=unknown"));
    var signed = new QueueSignature(options, queue);
    if (!account.verifies(
        signed.stringToSign(account.name()), options.get(SharedAccess.SIGNATURE, ""))) {
      throw SharedAccess.failed("signature=mismatch");
    }
    var access = signed.withStoredPolicy(policies, account.name());
    new Validity(access.options()).require(clock.instant(), sender);
    return access.access();
  }
}
