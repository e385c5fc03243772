package io.weir.server.auth;

import io.weir.api.AccountName;
import io.weir.api.error.ErrorCode;
import io.weir.api.queue.QueueName;
import io.weir.server.request.QueryOptions;
import io.weir.server.settings.StoredPolicies;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The claims of a shared access signature for queues. They are not verified yet. Immutable.
 *
 * <p>A signature with {@code ss} is one of the account, any other one of the queue in the path: the
 * signature covers the queue's name.
 *
 * @param queue the queue in the request's path
 */
record QueueSignature(QueryOptions options, Optional<QueueName> queue) {

  private static final String WITH_SERVICE_NAME = "2015-02-21";
  private static final String WITH_ADDRESS_AND_PROTOCOL = "2015-04-05";

  private boolean isOfAccount() {
    return options.has("ss") || options.has("srt");
  }

  /** Returns the text that a key of the account must have signed. */
  String stringToSign(AccountName account) {
    return isOfAccount()
        ? AccountAccess.parse(options).stringToSign(account)
        : stringToSignOfQueue(account);
  }

  /** Source: the public documentation, "Create a service SAS", strings to sign for queues. */
  private String stringToSignOfQueue(AccountName account) {
    var version = value("sv");
    var resource = "/" + account.value() + "/" + requireQueue().value();
    var fields = new ArrayList<>(List.of(
        value("sp"),
        value("st"),
        value("se"),
        version.compareTo(WITH_SERVICE_NAME) >= 0 ? "/queue" + resource : resource,
        value("si")));
    if (version.compareTo(WITH_ADDRESS_AND_PROTOCOL) >= 0) {
      fields.addAll(List.of(value("sip"), value("spr")));
    }
    fields.add(version);
    return String.join("\n", fields);
  }

  /**
   * Returns this signature with the terms of the stored policy that it names. A term that both set
   * is an error, as for tables.
   */
  QueueSignature withStoredPolicy(StoredPolicies<QueueName> policies, AccountName account) {
    var id = value("si");
    if (isOfAccount() || id.isEmpty()) {
      return this;
    }
    var policy = policies
        .find(account, requireQueue(), id)
        .orElseThrow(() -> SharedAccess.failed("policy=unknown"));
    return with("sp", policy.permission()).with("st", policy.start()).with("se", policy.expiry());
  }

  private QueueSignature with(String name, Optional<String> stored) {
    if (stored.isEmpty()) {
      return this;
    }
    if (!value(name).isEmpty()) {
      throw SharedAccess.failed("givenTwice=" + name + " in=token,policy");
    }
    return new QueueSignature(options.with(name, stored.get()), queue);
  }

  /** Returns the rights. Call it only on a verified and completed signature. */
  QueueAccess access() {
    SharedAccess.required(options, "sp");
    if (!isOfAccount()) {
      return QueueAccess.ofQueue(requireQueue(), value("sp"));
    }
    if (value("ss").indexOf('q') < 0) {
      throw Grant.denied(ErrorCode.AUTHORIZATION_SERVICE_MISMATCH, "expected=ss:q");
    }
    return QueueAccess.ofAccount(value("srt"), value("sp"));
  }

  private QueueName requireQueue() {
    return queue.orElseThrow(() -> SharedAccess.failed("expected=queueInPath"));
  }

  private String value(String name) {
    return options.get(name, "");
  }
}
