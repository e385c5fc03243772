package io.weir.server.auth;

import io.weir.api.error.ErrorCode;
import io.weir.server.http.QueryOptions;
import io.weir.server.http.Sender;
import io.weir.server.policy.Moment;
import java.time.Instant;

/**
 * When, from where and over what a shared access signature may be used. Immutable.
 *
 * <p>Fails with {@code AuthenticationFailed} outside of its time, with {@code AuthorizationProtocolMismatch} where it is good for
 * encrypted connections only, with {@code AuthorizationSourceIPMismatch} from another address.
 */
record Validity(QueryOptions options) {

  void require(Instant now, Sender sender) {
    if (!options.get("st", "").isEmpty() && now.isBefore(moment("st"))) {
      throw SharedAccess.failed("signature=notYetValid");
    }
    SharedAccess.required(options, "se");
    if (!now.isBefore(moment("se"))) {
      throw SharedAccess.failed("signature=expired");
    }
    if (!sender.encrypted() && options.get("spr", "").equals("https")) {
      throw Grant.denied(ErrorCode.AUTHORIZATION_PROTOCOL_MISMATCH, "expected=https");
    }
    var range = options.get("sip", "");
    if (!range.isEmpty() && !AddressRange.parse(range).contains(sender.address())) {
      throw Grant.denied(ErrorCode.AUTHORIZATION_SOURCE_IP_MISMATCH, "");
    }
  }

  private Instant moment(String name) {
    return Moment.parse(options.get(name, ""))
        .orElseThrow(() -> SharedAccess.failed("expected=date in=" + name));
  }
}
