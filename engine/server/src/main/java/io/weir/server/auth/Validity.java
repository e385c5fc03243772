package io.weir.server.auth;

import io.weir.api.error.ErrorCode;
import io.weir.server.policy.Moment;
import io.weir.server.request.QueryOptions;
import io.weir.server.request.Sender;
import java.time.Instant;
import java.util.Set;

/**
 * When, from where and over what a shared access signature may be used. Immutable.
 *
 * <p>Fails with {@code AuthenticationFailed} outside of its time or with a protocol that there is not, with {@code AuthorizationProtocolMismatch} where it is good for
 * encrypted connections only, with {@code AuthorizationSourceIPMismatch} from another address.
 */
record Validity(QueryOptions options) {

  private static final String HTTPS = "https";

  /** Absent means both. The documentation: clear text alone is no permitted value. */
  private static final Set<String> PROTOCOLS = Set.of("", HTTPS, "https,http");

  void require(Instant now, Sender sender) {
    if (!options.get("st", "").isEmpty() && now.isBefore(moment("st"))) {
      throw SharedAccess.failed("signature=notYetValid");
    }
    SharedAccess.required(options, "se");
    if (!now.isBefore(moment("se"))) {
      throw SharedAccess.failed("signature=expired");
    }
    var protocol = options.get("spr", "");
    if (!PROTOCOLS.contains(protocol)) {
      throw SharedAccess.failed("expected=https|https,http in=spr");
    }
    if (!sender.encrypted() && protocol.equals(HTTPS)) {
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
